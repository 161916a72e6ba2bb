/// A picture format that is recognized, but not supported.
struct UnsupportedPicture {
    /// What the file is, and what to do.
    let reason: String

    /// The formats and their signatures.
    private static let formats: [(name: String, signature: [UInt8])] = [
        ("a Photoshop document (PSD)", Array("8BPS".utf8)), ("an OpenEXR picture", [0x76, 0x2f, 0x31, 0x01]),
        ("a Radiance HDR picture", Array("#?RADIANCE".utf8)), ("a GIMP document (XCF)", Array("gimp xcf".utf8)),
        ("a PDF document", Array("%PDF".utf8)), ("an icon of macOS (ICNS)", Array("icns".utf8)),
        ("a DirectDraw surface (DDS)", Array("DDS ".utf8)), ("PostScript", Array("%!PS".utf8)),
        ("a compressed file, perhaps an SVG (SVGZ)", [0x1f, 0x8b]),
    ]

    /// Recognizes a file by its first bytes; `nil` for other files.
    init?(front bytes: [UInt8]) {
        guard let format = Self.formats.first(where: { bytes.starts(with: $0.signature) }) else { return nil }
        reason = "it is \(format.name), which is not supported; convert it to PNG"
    }
}
