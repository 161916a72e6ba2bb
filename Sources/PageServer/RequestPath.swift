/// The path of a request, in its parts.
struct RequestPath {
    /// Names as the file system has them; none is the folder itself.
    let parts: [[UInt8]]
    /// Whether a slash ends it, as it does a folder's.
    let isFolder: Bool

    /// Reads the path of a request (RFC 3986, 3.3).
    ///
    /// Each part is decoded by itself, so that no encoding makes a slash. A way
    /// up is refused, which no browser sends; so is what no path can hold.
    init?(_ encoded: String) {
        guard encoded.utf8.first == UInt8(ascii: "/"), !encoded.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7f })
        else { return nil }
        var parts: [[UInt8]] = []
        for part in encoded.utf8.split(separator: UInt8(ascii: "/")) {
            guard let name = Self.decoded(part), !name.contains(0), !name.contains(UInt8(ascii: "/")),
                name != Array("..".utf8)
            else { return nil }
            if name != Array(".".utf8) { parts.append(name) }
        }
        self.parts = parts
        isFolder = encoded.utf8.last == UInt8(ascii: "/")
    }

    /// The path as an address has it, with one slash in front: two would begin
    /// the name of another host.
    static func encoded(_ parts: [[UInt8]], isFolder: Bool) -> String {
        "/" + parts.map(encoded).joined(separator: "/") + (isFolder && !parts.isEmpty ? "/" : "")
    }

    private static func encoded(_ name: [UInt8]) -> String {
        // Letters, digits and what stands for itself in a part of a path
        // (RFC 3986, 2.3).
        let plain = Set("-._~".utf8)
        let digits = Array("0123456789ABCDEF".utf8)
        var text: [UInt8] = []
        for byte in name {
            let scalar = Unicode.Scalar(byte)
            if plain.contains(byte) || scalar.isASCII && (scalar.properties.isAlphabetic || 48...57 ~= byte) {
                text.append(byte)
            } else {
                text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// A part of a path with each `%` and its two digits replaced by the byte
    /// that they stand for; nothing if there are no such digits.
    private static func decoded(_ part: Substring.UTF8View) -> [UInt8]? {
        var name: [UInt8] = []
        var rest = part[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                name.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                return nil
            }
            name.append(high << 4 | low)
        }
        return name
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
    }
}
