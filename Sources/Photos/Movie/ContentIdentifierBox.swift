/// The content identifier in a movie's index, as QuickTime metadata.
///
/// The box is `moov/meta`, without the version that ISO's box of that name begins with
/// (QuickTime File Format, "Metadata atoms and types").
enum ContentIdentifierBox {
    private static let key = "com.apple.quicktime.content.identifier"

    /// Creates the box, 172 bytes long.
    static func box(_ identifier: ContentIdentifier) -> MovieBox {
        // Version and flags, a zero word, the handler type, three zero words and an empty name.
        let handler = [UInt8](repeating: 0, count: 8) + Array("mdta".utf8) + [UInt8](repeating: 0, count: 14)
        let keys = numbers(1) + MovieBox("mdta", Array(key.utf8)).bytes
        // Type 1, UTF-8 text; locale 0, every country and language.
        let value = MovieBox("data", numbers(1, 0) + identifier.bytes)
        // An item's name is the index of its key, counted from 1.
        let item = MovieBox(FourCharacters(rawValue: 1), boxes: [value])
        return MovieBox(
            "meta",
            boxes: [
                MovieBox("hdlr", handler), MovieBox("keys", flags: 0, keys), MovieBox("ilst", boxes: [item]),
            ])
    }
}
