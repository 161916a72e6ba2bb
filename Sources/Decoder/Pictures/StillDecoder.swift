import CLibAV
package import Files
package import Frames
package import LibAV

/// Decodes files that contain a single picture.
package enum StillDecoder {
    /// Decodes a file.
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
                OrientationTag.number(in: contents.bytes, kind).map(Orientation.init(exif:)))
        } catch {
            throw PictureContents.unreadable(
                contents.path, "it is damaged, cut short, or larger than \(PictureReader.mostPixels >> 20) megapixels",
                cause: error)
        }
    }
}

extension CodecContext {
    /// Makes the decoder reject damaged and oversized pictures.
    package func configureForPictures(_ kind: PictureKind) {
        unsafe configure { context in
            unsafe context.max_pixels = Int64(PictureReader.mostPixels)
            unsafe context.err_recognition = AV_EF_CRCCHECK | AV_EF_BITSTREAM | AV_EF_BUFFER
            // The TIFF decoder reports unknown tags as errors.
            if kind != .tiff { unsafe context.err_recognition |= AV_EF_EXPLODE }
            unsafe context.thread_count = 1
        }
    }
}
