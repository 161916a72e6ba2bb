/// The Exif data of a Live Photo's picture, as a JPEG APP1 segment.
///
/// Contains the tags that Exif 2.32 (CIPA DC-008) requires in a JPEG, and Apple's maker note.
/// The `Make` tag is "Apple", because readers interpret the maker note by it.
struct ExifSegment {
    /// The picture's width in pixels.
    let width: Int
    /// The picture's height in pixels.
    let height: Int
    /// The identifier that the movie has as well.
    let identifier: ContentIdentifier

    /// The bytes that precede the Exif data in the segment.
    static let signature = Array("Exif\0\0".utf8)

    /// The segment's content, without marker and length.
    var content: [UInt8] {
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
        exif.add(0x927c, undefined: AppleMakerNote(identifier: identifier).bytes)  // MakerNote
        exif.add(0xa000, undefined: Array("0100".utf8))  // FlashpixVersion
        exif.add(0xa001, short: 1)  // ColorSpace: sRGB
        exif.add(0xa002, long: UInt32(width))  // PixelXDimension
        exif.add(0xa003, long: UInt32(height))  // PixelYDimension

        var bytes = Self.signature + Array("MM".utf8)
        bytes.append(bigEndian: UInt16(42))
        bytes.append(bigEndian: UInt32(start))
        return bytes + picture.bytes(at: start) + exif.bytes(at: exifOffset)
    }
}
