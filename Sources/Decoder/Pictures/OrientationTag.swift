/// Finds Exif's `Orientation` tag where libavcodec does not look for it.
///
/// FFmpeg 9.0 also looks for it in PNG.
package enum OrientationTag {
    /// Returns the tag's value in a PNG or TIFF file.
    ///
    /// - Returns: `nil` if the file has no such tag, cannot be read, or has another format.
    static func number(ofFile path: String) -> Int? {
        guard let front = try? PictureContents.front(of: path), let kind = try? front.kind(),
            kind == .tiff || kind == .png, let contents = try? front.whole()
        else { return nil }
        return number(in: contents.bytes, kind)
    }

    /// Returns the tag's value in a format whose decoder does not report it.
    ///
    /// - Returns: `nil` if the file has no such tag, or if its decoder reports it.
    package static func number(in bytes: [UInt8], _ kind: PictureKind) -> Int? {
        switch kind {
        case .tiff: number(inTIFF: bytes[...])
        case .png:
            PictureKind.firstChunk(["eXIf"], ofPNG: bytes)
                .flatMap { number(inTIFF: bytes[$0.data.clamped(to: bytes.indices)]) }
        default: nil
        }
    }

    /// Returns the tag's value in a TIFF file's first directory (TIFF 6.0, 2).
    ///
    /// Exif data has the same structure (CIPA DC-008, 4.5.2).
    private static func number(inTIFF bytes: ArraySlice<UInt8>) -> Int? {
        let isLittleEndian = bytes.first == UInt8(ascii: "I")
        func value(_ offset: Int, count: Int) -> Int? {
            let (start, end) = (bytes.startIndex + offset, bytes.startIndex + offset + count)
            guard offset >= 0, end <= bytes.endIndex else { return nil }
            let digits = bytes[start..<end]
            return isLittleEndian
                ? digits.reversed().reduce(0) { $0 << 8 | Int($1) } : digits.reduce(0) { $0 << 8 | Int($1) }
        }
        guard let directory = value(4, count: 4), let count = value(directory, count: 2) else { return nil }
        for entry in (0..<count).map({ directory + 2 + $0 * 12 }) where value(entry, count: 2) == 0x0112 {
            // A 16-bit value is stored in the entry itself.
            return value(entry + 8, count: 2)
        }
        return nil
    }
}
