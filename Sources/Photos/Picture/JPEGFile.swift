import Files

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
