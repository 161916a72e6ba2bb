package import Files

/// The picture of a Motion Photo, to which the movie is appended.
///
/// Motion Photo format 1.0 (developer.android.com), with the attributes of its predecessor,
/// MicroVideo, for older readers. Readers match names literally, including prefixes, and expect
/// attributes rather than elements.
package enum MotionPhotoPicture {
    /// The bytes that precede XMP in a JPEG segment (XMP specification, part 3, 1.1.3).
    private static let signature = Array("http://ns.adobe.com/xap/1.0/\0".utf8)

    /// Adds the XMP metadata of a Motion Photo to a JPEG.
    ///
    /// - Parameters:
    ///   - jpeg: The JPEG file.
    ///   - movieLength: The length of the MP4 that follows it, in bytes.
    ///   - microseconds: The picture's time in the movie.
    /// - Throws: ``FileError/Code/internalFailure`` if the file is not a JPEG.
    package static func bytes(
        of jpeg: [UInt8], movieLength: Int, presentedAt microseconds: Int
    ) throws(FileError) -> [UInt8] {
        let xmp = description(movieLength: movieLength, microseconds: microseconds)
        return try JPEGFile(jpeg).bytes(inserting: signature + Array(xmp.utf8), replacing: signature)
    }

    private static func description(movieLength: Int, microseconds: Int) -> String {
        let camera = [
            ("MotionPhoto", 1), ("MotionPhotoVersion", 1), ("MotionPhotoPresentationTimestampUs", microseconds),
            ("MicroVideo", 1), ("MicroVideoVersion", 1), ("MicroVideoOffset", movieLength),
            ("MicroVideoPresentationTimestampUs", microseconds),
        ].map { "GCamera:\($0.0)=\"\($0.1)\"" }.joined(separator: " ")
        return """
            <x:xmpmeta xmlns:x="adobe:ns:meta/">
              <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
                <rdf:Description rdf:about=""
                    xmlns:GCamera="http://ns.google.com/photos/1.0/camera/"
                    xmlns:Container="http://ns.google.com/photos/1.0/container/"
                    xmlns:Item="http://ns.google.com/photos/1.0/container/item/"
                    \(camera)>
                  <Container:Directory><rdf:Seq>
                    \(item(type: "image/jpeg", meaning: "Primary", length: 0))
                    \(item(type: "video/mp4", meaning: "MotionPhoto", length: movieLength))
                  </rdf:Seq></Container:Directory>
                </rdf:Description>
              </rdf:RDF>
            </x:xmpmeta>
            """
    }

    private static func item(type: String, meaning: String, length: Int) -> String {
        "<rdf:li rdf:parseType=\"Resource\"><Container:Item Item:Mime=\"\(type)\" Item:Semantic=\"\(meaning)\" "
            + "Item:Length=\"\(length)\" Item:Padding=\"0\"/></rdf:li>"
    }
}
