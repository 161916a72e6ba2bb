package import Files

/// The picture of a Live Photo, whose Exif data has Apple's maker note.
package enum LivePhotoPicture {
    /// The bytes that precede the Exif data in a JPEG segment.
    private static let signature = Array("Exif\0\0".utf8)

    /// Adds Apple's maker note to a JPEG, making it the picture of a Live Photo.
    ///
    /// - Parameters:
    ///   - jpeg: The JPEG file.
    ///   - width: Its width in pixels.
    ///   - height: Its height in pixels.
    ///   - identifier: The identifier that the movie has as well.
    /// - Throws: ``FileError/Code/internalFailure`` if the file is not a JPEG.
    package static func bytes(
        of jpeg: [UInt8], width: Int, height: Int, identifier: ContentIdentifier
    ) throws(FileError) -> [UInt8] {
        let content = signature + exif(width: width, height: height, identifier: identifier)
        return try JPEGFile(jpeg).bytes(inserting: content, replacing: signature)
    }

    /// The tags that Exif 2.32 (CIPA DC-008) requires in a JPEG, and Apple's maker note.
    ///
    /// The `Make` tag is "Apple", because readers interpret the maker note by it.
    private static func exif(width: Int, height: Int, identifier: ContentIdentifier) -> [UInt8] {
        var picture = TIFFDirectory()
        picture.add(0x010f, ascii: "Apple")  // Make
        picture.add(0x0112, short: 1)  // Orientation: upright
        picture.add(0x011a, rational: 72, 1)  // XResolution
        picture.add(0x011b, rational: 72, 1)  // YResolution
        picture.add(0x0128, short: 2)  // ResolutionUnit: inches
        picture.add(0x0213, short: 1)  // YCbCrPositioning: centered
        let start = 8
        // The entry added below takes another 12 bytes.
        let exifOffset = start + picture.length + 12
        picture.add(0x8769, long: UInt32(exifOffset))  // offset of the Exif directory

        var exif = TIFFDirectory()
        exif.add(0x9000, undefined: Array("0232".utf8))  // ExifVersion
        exif.add(0x9101, undefined: [1, 2, 3, 0])  // ComponentsConfiguration: Y, Cb, Cr
        exif.add(0x927c, undefined: makerNote(identifier))  // MakerNote
        exif.add(0xa000, undefined: Array("0100".utf8))  // FlashpixVersion
        exif.add(0xa001, short: 1)  // ColorSpace: sRGB
        exif.add(0xa002, long: UInt32(width))  // PixelXDimension
        exif.add(0xa003, long: UInt32(height))  // PixelYDimension

        let header = Array("MM".utf8) + UInt16(42).bigEndianBytes + numbers(UInt32(start))
        return header + picture.bytes(at: start) + exif.bytes(at: exifOffset)
    }

    /// Apple's maker note, 69 bytes long, reduced to tag 17, the content identifier.
    ///
    /// The layout is that of Apple's own files, described by ExifTool's Apple.pm: a separate
    /// directory, whose offsets count from the "A".
    static func makerNote(_ identifier: ContentIdentifier) -> [UInt8] {
        let header = Array("Apple iOS\0".utf8) + UInt16(1).bigEndianBytes + Array("MM".utf8)
        var directory = TIFFDirectory()
        directory.add(17, ascii: identifier.description)
        return header + directory.bytes(at: header.count)
    }
}

/// A big-endian image file directory of Exif (TIFF 6.0, section 2).
struct TIFFDirectory {
    /// The types of values.
    enum Kind: UInt16 {
        case ascii = 2
        case short = 3
        case long = 4
        case rational = 5
        case undefined = 7
    }

    /// An entry.
    private struct Entry {
        let tag: UInt16
        let kind: Kind
        let count: UInt32
        let value: [UInt8]
    }

    private var entries: [Entry] = []

    /// Adds a text; add entries in ascending order of their tags.
    mutating func add(_ tag: UInt16, ascii text: String) {
        let value = Array(text.utf8) + [0]
        entries.append(Entry(tag: tag, kind: .ascii, count: UInt32(value.count), value: value))
    }

    /// Adds bytes of type "undefined".
    mutating func add(_ tag: UInt16, undefined value: [UInt8]) {
        entries.append(Entry(tag: tag, kind: .undefined, count: UInt32(value.count), value: value))
    }

    /// Adds a 16-bit number.
    mutating func add(_ tag: UInt16, short number: UInt16) {
        entries.append(Entry(tag: tag, kind: .short, count: 1, value: number.bigEndianBytes))
    }

    /// Adds a 32-bit number.
    mutating func add(_ tag: UInt16, long number: UInt32) {
        entries.append(Entry(tag: tag, kind: .long, count: 1, value: numbers(number)))
    }

    /// Adds a fraction.
    mutating func add(_ tag: UInt16, rational numerator: UInt32, _ denominator: UInt32) {
        entries.append(Entry(tag: tag, kind: .rational, count: 1, value: numbers(numerator, denominator)))
    }

    /// The directory's length in bytes, including the values that follow it.
    var length: Int { tableLength + entries.reduce(0) { $0 + ($1.value.count > 4 ? $1.value.count : 0) } }

    /// The entry count, the entries, and the offset of the next directory.
    private var tableLength: Int { 2 + entries.count * 12 + 4 }

    /// Serializes the directory, which is the last, and its values.
    ///
    /// - Parameter offset: The directory's offset from the start of the TIFF data, in bytes.
    func bytes(at offset: Int) -> [UInt8] {
        var table = UInt16(entries.count).bigEndianBytes
        var values: [UInt8] = []
        for entry in entries {
            table += entry.tag.bigEndianBytes + entry.kind.rawValue.bigEndianBytes + numbers(entry.count)
            if entry.value.count > 4 {
                table += numbers(UInt32(offset + tableLength + values.count))
                values += entry.value
            } else {
                table += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
            }
        }
        return table + numbers(0) + values
    }
}
