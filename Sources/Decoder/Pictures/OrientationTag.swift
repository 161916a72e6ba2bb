/// Finds EXIF's tag `Orientation` where libavcodec does not look for it.
package enum OrientationTag {
    /// The tag's number in a file of a kind whose decoder does not tell it.
    ///
    /// - Returns: Nothing if the file has none, or its decoder tells it.
    package static func number(in bytes: [UInt8], _ kind: PictureKind) -> Int? {
        switch kind {
        case .tiff: number(inTIFF: bytes[...])
        case .png: chunk("eXIf", ofPNG: bytes).flatMap(number)
        default: nil
        }
    }

    /// The data of a PNG's first chunk of a name (PNG specification, 5.3).
    private static func chunk(_ name: String, ofPNG bytes: [UInt8]) -> ArraySlice<UInt8>? {
        var start = PictureKind.signatureOfPNG.count
        while start + 8 <= bytes.count {
            let length = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
            let (data, end) = (start + 8, start + 8 + length)
            guard end <= bytes.count else { return nil }
            if bytes[start + 4..<data].elementsEqual(name.utf8) { return bytes[data..<end] }
            // Four bytes of a checksum follow.
            start = end + 4
        }
        return nil
    }

    /// The tag's number in a TIFF file's first directory (TIFF 6.0, 2), which
    /// EXIF data has as well (CIPA DC-008, 4.5.2).
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
            // A short number, which stands in the entry itself.
            return value(entry + 8, count: 2)
        }
        return nil
    }
}
