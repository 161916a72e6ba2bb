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
            let decoder = try CodecContext.decoder(named: kind.decoderName)
            decoder.configureForPictures(kind)
            guard let picture = try decoder.decodePicture(in: contents.bytes) else {
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

extension PictureContents {
    /// The color profile of an APNG, which libavcodec's decoder of animations drops; `nil` if it changes no color.
    ///
    /// The decoder of stills reads it with the file's first picture.
    func colorProfileOfAPNG() throws(FileError) -> ColorProfile? {
        // Profiles come before the first picture (PNG specification, third edition, 5.6).
        let chunk = PictureKind.firstChunk(["iCCP", "IDAT"], ofPNG: bytes)
        // A picture that cannot be decoded, or needs a decoder that is missing, fails with its first frame.
        guard chunk?.name == "iCCP", let decoder = try? CodecContext.decoder(named: PictureKind.png.decoderName) else {
            return nil
        }
        decoder.configureForPictures(.png)
        // As above.
        return (try? decoder.decodePicture(in: whole().bytes))??.colorProfile
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

    /// Opens the decoder and decodes a file that contains a single picture.
    ///
    /// - Returns: `nil` if the picture is damaged or too large.
    func decodePicture(in bytes: [UInt8]) throws(LibAVError) -> MediaFrame? {
        try open()
        let packet = try Packet()
        try packet.fill(with: bytes)
        let picture = try MediaFrame()
        guard try decode(packet), case .output = try receiveTolerantly(into: picture) else { return nil }
        return picture
    }
}
