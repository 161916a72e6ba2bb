import CLibAV
package import Files
package import Frames
package import LibAV

/// Decodes a file that is one picture.
package enum StillDecoder {
    /// Decodes it.
    ///
    /// - Throws: ``FileError/Code/unreadableInput``.
    package static func decode(_ contents: PictureContents, _ kind: PictureKind) throws(FileError) -> PixelBuffer {
        do throws(LibAVError) {
            guard let decoder = try CodecContext.decoder(named: kind.decoderName) else {
                throw LibAVError(code: recorder_averror(ENOSYS), function: "avcodec_find_decoder_by_name")
            }
            decoder.configureForPictures(kind)
            try decoder.open()
            let packet = try Packet.allocate()
            try packet.fill(with: contents.bytes)
            let picture = try MediaFrame.allocate()
            guard try decoder.decode(packet), case .output = try decoder.receiveTolerantly(into: picture) else {
                throw LibAVError(code: recorder_averror_invalid_data(), function: "avcodec_receive_frame")
            }
            return try picture.uprightPixels(
                OrientationTag.number(in: contents.bytes, kind).map(PictureOrientation.init(number:)))
        } catch {
            throw PictureContents.unreadable(
                contents.path, "it is damaged, cut short, or larger than \(PictureReader.mostPixels >> 20) megapixels",
                cause: error)
        }
    }
}

extension CodecContext {
    /// Makes a decoder refuse what is damaged or too large.
    package func configureForPictures(_ kind: PictureKind) {
        configure { context in
            context.max_pixels = Int64(PictureReader.mostPixels)
            context.err_recognition = AV_EF_CRCCHECK | AV_EF_BITSTREAM | AV_EF_BUFFER
            // TIFF's decoder takes every tag that it has no use for as damage.
            if kind != .tiff { context.err_recognition |= AV_EF_EXPLODE }
            context.thread_count = 1
        }
    }
}
