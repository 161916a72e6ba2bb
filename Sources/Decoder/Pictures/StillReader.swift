import CLibAV
public import Files
public import Frames
package import LibAV

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

/// Converts the pixel formats of PNG to a page's pixels (BGRA, premultiplied alpha).
package enum PNGPixels {
    /// Converts a decoded picture.
    ///
    /// - Returns: `nil` if the picture has more than 8 bits per channel.
    package static func unpack(_ picture: borrowing MediaFrame) -> PixelBuffer? {
        let frame = unsafe picture.raw.pointee
        let size = unsafe PixelSize(width: Int(frame.width), height: Int(frame.height))
        guard let data = unsafe frame.data.0,
            let read = unsafe reader(AVPixelFormat(rawValue: frame.format), palette: frame.data.1)
        else { return nil }
        var values = [UInt32](repeating: 0, count: size.width * size.height)
        var isOpaque = true
        for row in 0..<size.height {
            let source = unsafe UnsafePointer(data) + row * Int(frame.linesize.0)
            for column in 0..<size.width {
                let value = unsafe read(source, column)
                if value >> 24 != 255 { isOpaque = false }
                values[row * size.width + column] = value
            }
        }
        let pixels = PixelBuffer(size: size, hasAlpha: !isOpaque)
        unsafe pixels.withMutableBytes { bytes in
            for row in 0..<size.height {
                for column in 0..<size.width {
                    unsafe bytes.storeBytes(
                        of: values[row * size.width + column].littleEndian,
                        toByteOffset: row * pixels.stride + column * 4, as: UInt32.self)
                }
            }
        }
        if pixels.hasAlpha { PremultipliedAlpha.apply(to: pixels) }
        return pixels
    }

    /// Returns a function that reads one pixel of a row as `0xAARRGGBB`.
    ///
    /// These are the formats that PNG optimizers choose.
    private static func reader(
        _ format: AVPixelFormat, palette: UnsafePointer<UInt8>?
    ) -> ((UnsafePointer<UInt8>, Int) -> UInt32)? {
        func gray(_ value: UInt8, _ alpha: UInt32 = 255) -> UInt32 { alpha << 24 | UInt32(value) * 0x01_01_01 }
        switch format {
        case AV_PIX_FMT_RGB24:
            return { row, column in
                let pixel = unsafe row + column * 3
                return unsafe 0xff00_0000 | UInt32(pixel[0]) << 16 | UInt32(pixel[1]) << 8 | UInt32(pixel[2])
            }
        case AV_PIX_FMT_RGBA:
            return { row, column in
                let pixel = unsafe row + column * 4
                return unsafe UInt32(pixel[3]) << 24 | UInt32(pixel[0]) << 16 | UInt32(pixel[1]) << 8 | UInt32(pixel[2])
            }
        case AV_PIX_FMT_PAL8:
            guard let palette = unsafe palette else { return nil }
            // "stored as native-endian RGB32 with alpha" (pixfmt.h).
            return { row, column in
                unsafe UnsafeRawPointer(palette).loadUnaligned(fromByteOffset: Int(row[column]) * 4, as: UInt32.self)
            }
        case AV_PIX_FMT_GRAY8: return { row, column in unsafe gray(row[column]) }
        case AV_PIX_FMT_YA8: return { row, column in unsafe gray(row[column * 2], UInt32(row[column * 2 + 1])) }
        case AV_PIX_FMT_MONOBLACK:
            return { row, column in unsafe gray(row[column / 8] >> (7 - UInt8(column % 8)) & 1 == 0 ? 0 : 255) }
        default: return nil
        }
    }
}
