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
