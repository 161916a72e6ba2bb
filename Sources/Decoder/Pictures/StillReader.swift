import CLibAV
public import Files
public import Frames
import LibAV

/// Reads PNG pictures.
public enum StillReader {
    /// The maximum number of pixels of a picture.
    ///
    /// Equals the largest page: 4096 CSS pixels a side at a scale of 4.
    package static let mostPixels = 16_384 * 16_384

    /// Reads a picture with up to 8 bits per channel.
    ///
    /// - Throws: ``FileError/Code/unreadableInput`` if the file does not exist, is not a PNG,
    ///   or is damaged, truncated or too large.
    public static func read(_ path: String) throws(FileError) -> PixelBuffer {
        try FFmpeg.load()
        let bytes = try PictureContents(path: path).bytes
        guard bytes.starts(with: PictureKind.signatureOfPNG) else {
            throw FileError(.unreadableInput, "'\(path)' is not a PNG picture.")
        }
        // The last chunk with its checksum (PNG specification, 11.2.5); without it, a truncated
        // file would be decoded in part.
        guard bytes.suffix(8).elementsEqual(Array("IEND".utf8) + [0xae, 0x42, 0x60, 0x82]) else {
            throw damaged(path)
        }
        do throws(LibAVError) {
            let decoder = try CodecContext.decoder(named: "png")
            unsafe decoder.configure { context in
                unsafe context.max_pixels = Int64(mostPixels)
                unsafe context.err_recognition = AV_EF_CRCCHECK | AV_EF_EXPLODE
                unsafe context.thread_count = 1
            }
            if let picture = try decoder.decodePicture(in: bytes), let pixels = PNGPixels.unpack(picture) {
                return pixels
            }
        } catch {
            throw FileError(.unreadableInput, "'\(path)' cannot be read.", cause: error)
        }
        throw damaged(path)
    }

    private static func damaged(_ path: String) -> FileError {
        FileError(
            .unreadableInput,
            "'\(path)' is damaged, cut short, larger than any page, or has more than 8 bits a channel.")
    }
}
