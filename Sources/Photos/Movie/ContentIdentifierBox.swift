/// The content identifier in a movie's index, as QuickTime's metadata has it:
/// `moov/meta`, without the version that ISO's box of the name begins with
/// (QuickTime File Format, "Metadata atoms and types").
enum ContentIdentifierBox {
    private static let key = "com.apple.quicktime.content.identifier"

    /// Makes the box, 172 bytes long.
    static func box(_ identifier: ContentIdentifier) -> MovieBox {
        // Version and flags, a word of zeros, the kind of handler, three
        // words of zeros and an empty name.
        let handler = [UInt8](repeating: 0, count: 8) + Array("mdta".utf8) + [UInt8](repeating: 0, count: 14)
        let keys = number(1) + MovieBox("mdta", Array(key.utf8)).bytes
        // Text in UTF-8 (1), for every language and country (0).
        let value = MovieBox("data", number(1) + number(0) + identifier.bytes)
        // An item's name is its key's place in the list of keys.
        let item = MovieBox(FourCharacters(rawValue: 1), boxes: [value])
        return MovieBox(
            "meta",
            boxes: [
                MovieBox("hdlr", handler), MovieBox("keys", flags: 0, keys), MovieBox("ilst", boxes: [item]),
            ])
    }

    private static func number(_ value: UInt32) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: value)
        return bytes
    }
}
