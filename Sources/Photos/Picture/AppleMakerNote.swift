/// Apple's maker note in Exif, reduced to tag 17, the content identifier.
///
/// The layout is that of Apple's own files, described by ExifTool's Apple.pm: a separate
/// directory, whose offsets count from the "A".
struct AppleMakerNote {
    private static let contentIdentifier: UInt16 = 17

    /// The identifier that the movie has as well.
    let identifier: ContentIdentifier

    /// The serialized note, 69 bytes long.
    var bytes: [UInt8] {
        var header = Array("Apple iOS\0".utf8)
        header.append(bigEndian: UInt16(1))
        header += Array("MM".utf8)
        var directory = TIFFDirectory()
        directory.add(Self.contentIdentifier, ascii: identifier.description)
        return header + directory.bytes(at: header.count)
    }
}
