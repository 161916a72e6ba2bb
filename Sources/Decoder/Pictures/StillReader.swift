import CLibAV
public import Files
public import Frames
import LibAV

/// Reads pictures from PNG files.
public enum StillReader {
    /// The most pixels of a picture that is read, as many as the largest page
    /// has: 4096 CSS pixels a side at 4 device pixels each.
    package static let mostPixels = 16_384 * 16_384

    /// Reads a picture of 8 bits a channel or less.
    ///
    /// - Throws: ``FileError/Code/unreadableInput`` for a file that is not
    ///   there, no PNG, damaged, cut short or too large.
    public static func read(_ path: String) throws(FileError) -> PixelBuffer {
        try FFmpeg.load()
        let bytes = try PictureContents(path: path).bytes
        guard bytes.starts(with: PictureKind.signatureOfPNG) else {
            throw FileError(.unreadableInput, "“\(path)” is no PNG picture.")
        }
        // The last chunk, with its checksum (PNG specification, 11.2.5): what
        // is cut short would be decoded up to there.
        guard bytes.suffix(8).elementsEqual(Array("IEND".utf8) + [0xae, 0x42, 0x60, 0x82]) else {
            throw damaged(path)
        }
        do throws(LibAVError) {
            guard let decoder = try CodecContext.decoder(named: "png") else {
                throw LibAVError(code: recorder_averror(ENOSYS), function: "avcodec_find_decoder_by_name")
            }
            decoder.configure { context in
                context.max_pixels = Int64(mostPixels)
                context.err_recognition = AV_EF_CRCCHECK | AV_EF_EXPLODE
                context.thread_count = 1
            }
            try decoder.open()
            let packet = try Packet.allocate()
            try packet.fill(with: bytes)
            let picture = try MediaFrame.allocate()
            if try decoder.decode(packet), case .output = try decoder.receiveTolerantly(into: picture) {
                let (width, height) = (Int(picture.raw.pointee.width), Int(picture.raw.pointee.height))
                if let pixels = PNGPixels.unpack(picture, size: PixelSize(width: width, height: height)) {
                    return pixels
                }
            }
        } catch {
            throw FileError(.unreadableInput, "“\(path)” cannot be read.", cause: error)
        }
        throw damaged(path)
    }

    private static func damaged(_ path: String) -> FileError {
        FileError(
            .unreadableInput,
            "“\(path)” is damaged, cut short, larger than any page, or has more than 8 bits a channel.")
    }
}
