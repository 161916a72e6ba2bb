/// The picture of a Live Photo.
package enum LivePhotoPicture {
    /// Makes a JPEG the picture of a Live Photo, by Apple's maker note.
    ///
    /// - Parameters:
    ///   - jpeg: The whole file.
    ///   - width: Pixels in a row.
    ///   - height: Rows.
    /// - Throws: ``PhotoFormatError`` for a file that is no JPEG.
    package static func bytes(
        of jpeg: [UInt8], width: Int, height: Int, identifier: ContentIdentifier
    ) throws(PhotoFormatError) -> [UInt8] {
        var file = try JPEGFile(jpeg)
        let exif = ExifSegment(width: width, height: height, identifier: identifier)
        try file.insert(exif.content, replacing: ExifSegment.signature)
        return file.bytes
    }
}
