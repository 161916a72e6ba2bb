/// The picture of a Live Photo.
package enum LivePhotoPicture {
    /// Adds Apple's maker note to a JPEG, making it the picture of a Live Photo.
    ///
    /// - Parameters:
    ///   - jpeg: The JPEG file.
    ///   - width: Its width in pixels.
    ///   - height: Its height in pixels.
    ///   - identifier: The identifier that the movie has as well.
    /// - Throws: ``PhotoFormatError`` if the file is not a JPEG.
    package static func bytes(
        of jpeg: [UInt8], width: Int, height: Int, identifier: ContentIdentifier
    ) throws(PhotoFormatError) -> [UInt8] {
        var file = try JPEGFile(jpeg)
        let exif = ExifSegment(width: width, height: height, identifier: identifier)
        try file.insert(exif.content, replacing: ExifSegment.signature)
        return file.bytes
    }
}
