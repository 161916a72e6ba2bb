import Files
import Frames
import LibAV

/// Reads the largest picture of a Windows icon.
///
/// Its pictures are PNG files, or BMP files without a file header, whose rows are followed by a mask of one bit a pixel
/// (Windows' documentation, "Icons in Win32").
enum IconPicture {
    /// A picture of the file.
    private struct Entry {
        /// Width and height in pixels; those of 256 are stored as 0.
        let size: PixelSize
        let depth: Int
        let bytes: ArraySlice<UInt8>

        init?(_ file: [UInt8], _ index: Int) {
            guard let width = file.number(at: 6 + 16 * index, 1), let height = file.number(at: 7 + 16 * index, 1),
                let depth = file.number(at: 12 + 16 * index, 2), let length = file.number(at: 14 + 16 * index, 4),
                let place = file.number(at: 18 + 16 * index, 4), place + length <= file.count
            else { return nil }
            size = PixelSize(width: width == 0 ? 256 : width, height: height == 0 ? 256 : height)
            self.depth = depth
            bytes = file[place..<place + length]
        }
    }

    /// Decodes a file.
    ///
    /// - Throws: ``FileError/Code/unreadableInput``.
    static func decode(_ contents: PictureContents) throws(FileError) -> PixelBuffer {
        let file = contents.bytes
        let entries = (0..<(file.number(at: 4, 2) ?? 0)).map { Entry(file, $0) }
        let largest = entries.compactMap(\.self).max {
            ($0.size.width * $0.size.height, $0.depth) < ($1.size.width * $1.size.height, $1.depth)
        }
        // A picture that is missing may be the largest.
        guard entries.allSatisfy({ $0 != nil }), let largest else { throw damaged(contents) }
        do throws(LibAVError) {
            if largest.bytes.starts(with: PictureKind.signatureOfPNG) {
                return try StillDecoder.decode(Array(largest.bytes), .png)
            }
            if let pixels = try bitmap(Array(largest.bytes)) { return pixels }
        } catch {
            throw PictureContents.unreadable(contents.path, "its largest picture is damaged", cause: error)
        }
        throw damaged(contents)
    }

    /// Decodes a picture that is a BMP file without its first 14 bytes; `nil` if it is damaged.
    private static func bitmap(_ bytes: [UInt8]) throws(LibAVError) -> PixelBuffer? {
        // BITMAPINFOHEADER: the height is that of the colors and the mask.
        guard let header = bytes.number(at: 0, 4), header >= 40, let width = bytes.number(at: 4, 4),
            let doubled = bytes.number(at: 8, 4), let depth = bytes.number(at: 14, 2),
            let stated = bytes.number(at: 32, 4), (1...256).contains(width), (2...512).contains(doubled),
            [1, 4, 8, 16, 24, 32].contains(depth), stated <= 256
        else { return nil }
        let height = doubled / 2
        let colors = depth > 8 ? 0 : stated == 0 ? 1 << depth : stated
        let start = header + 4 * colors
        let end = start + (width * depth + 31) / 32 * 4 * height
        let (maskRow, hasMask) = ((width + 31) / 32 * 4, bytes.count >= end + (width + 31) / 32 * 4 * height)
        guard bytes.count >= end, hasMask || depth == 32 else { return nil }
        let file =
            Array("BM".utf8) + (14 + end).littleEndianBytes + [0, 0, 0, 0] + (14 + start).littleEndianBytes
            + bytes[..<8] + height.littleEndianBytes + bytes[12..<end]
        let picture = try StillDecoder.decode(file, .bmp)
        // With 32 bits a pixel, alpha takes the mask's place, unless all of it is 0, which libavcodec then ignores.
        let usesAlpha = depth == 32 && stride(from: start + 3, to: end, by: 4).contains { bytes[$0] != 0 }
        guard hasMask, !usesAlpha else { return picture }
        let masked = PixelBuffer(size: picture.size, hasAlpha: true)
        unsafe picture.withBytes { source in
            unsafe masked.withMutableBytes { target in
                for row in 0..<height {
                    for column in 0..<width {
                        let bit = bytes[end + (height - 1 - row) * maskRow + column / 8] >> (7 - column % 8) & 1
                        let place = row * picture.stride + column * 4
                        let color = unsafe source.load(fromByteOffset: place, as: UInt32.self)
                        unsafe target.storeBytes(
                            of: bit == 1 ? 0 : color | 0xff00_0000, toByteOffset: place, as: UInt32.self)
                    }
                }
            }
        }
        return masked
    }

    private static func damaged(_ contents: PictureContents) -> FileError {
        PictureContents.unreadable(contents.path, "it is damaged or cut short")
    }
}

extension [UInt8] {
    /// Reads a little-endian number; `nil` beyond the end.
    fileprivate func number(at place: Int, _ length: Int) -> Int? {
        guard place >= 0, place + length <= count else { return nil }
        return self[place..<place + length].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}

extension Int {
    /// The lowest 32 bits, the lowest byte first.
    fileprivate var littleEndianBytes: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: self >> (8 * $0)) } }
}
