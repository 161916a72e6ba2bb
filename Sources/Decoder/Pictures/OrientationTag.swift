/// Finds Exif's `Orientation` tag where libavcodec does not look for it.
package enum OrientationTag {
    /// Returns the tag's value in a format whose decoder does not report it.
    ///
    /// - Returns: `nil` if the file has no such tag, or if its decoder reports it.
    package static func number(in bytes: [UInt8], _ kind: PictureKind) -> Int? {
        switch kind {
        case .tiff: number(inTIFF: bytes[...])
        case .png: chunk("eXIf", ofPNG: bytes).flatMap(number)
        default: nil
        }
    }

    /// Returns the data of a PNG's first chunk with a given name (PNG specification, 5.3).
    private static func chunk(_ name: String, ofPNG bytes: [UInt8]) -> ArraySlice<UInt8>? {
        var start = PictureKind.signatureOfPNG.count
        while start + 8 <= bytes.count {
            let length = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
            let (data, end) = (start + 8, start + 8 + length)
            guard end <= bytes.count else { return nil }
            if bytes[start + 4..<data].elementsEqual(name.utf8) { return bytes[data..<end] }
            // A checksum of four bytes follows.
            start = end + 4
        }
        return nil
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
