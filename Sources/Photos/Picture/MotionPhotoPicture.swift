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

/// A JPEG file to which a header segment can be added (ITU-T T.81, annex B).
struct JPEGFile {
    /// A segment: its marker and its content without the length.
    private struct Segment {
        let marker: UInt8
        let content: ArraySlice<UInt8>
    }

    private static let startOfScan: UInt8 = 0xda
    private static let application1: UInt8 = 0xe1

    private var segments: [Segment] = []
    /// The bytes from the first scan on.
    private let rest: ArraySlice<UInt8>

    /// Parses a file.
    ///
    /// - Throws: ``FileError/Code/internalFailure`` if it is not a JPEG.
    init(_ bytes: [UInt8]) throws(FileError) {
        guard bytes.starts(with: [0xff, 0xd8]) else { throw FileError(.internalFailure, "The picture is not a JPEG.") }
        var offset = 2
        while true {
            guard offset + 4 <= bytes.count, bytes[offset] == 0xff,
                let length = bytes.bigEndian(at: offset + 2, as: UInt16.self), length >= 2,
                offset + 2 + Int(length) <= bytes.count
            else { throw FileError(.internalFailure, "The JPEG is damaged at byte \(offset).") }
            if bytes[offset + 1] == Self.startOfScan { break }
            let end = offset + 2 + Int(length)
            segments.append(Segment(marker: bytes[offset + 1], content: bytes[offset + 4..<end]))
            offset = end
        }
        rest = bytes[offset...]
    }

    /// Serializes the file with an APP1 segment in front of all others.
    ///
    /// - Parameters:
    ///   - content: The segment's content, at most 65533 bytes.
    ///   - signature: The bytes that it begins with; other segments with the same are left out.
    func bytes(inserting content: [UInt8], replacing signature: [UInt8]) throws(FileError) -> [UInt8] {
        guard content.count <= 0xffff - 2 else {
            throw FileError(.internalFailure, "A JPEG's segment would be too long.")
        }
        let others = segments.filter { $0.marker != Self.application1 || !$0.content.starts(with: signature) }
        var bytes: [UInt8] = [0xff, 0xd8]
        for segment in [Segment(marker: Self.application1, content: content[...])] + others {
            bytes += [0xff, segment.marker] + UInt16(segment.content.count + 2).bigEndianBytes + segment.content
        }
        return bytes + rest
    }
}
