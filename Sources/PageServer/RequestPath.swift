/// The path of a request, split into components.
struct RequestPath {
    /// The components as file names; empty for the folder itself.
    let parts: [[UInt8]]
    /// Whether the path ends with a slash.
    let isFolder: Bool

    /// Parses the path of a request (RFC 3986, section 3.3).
    ///
    /// Each component is decoded separately, so that an encoded slash does not separate components.
    /// `..` components, which no browser sends, and NUL bytes are rejected.
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

    /// The percent-encoded path with exactly one leading slash; two would begin a host name.
    static func encoded(_ parts: [[UInt8]], isFolder: Bool) -> String {
        "/" + parts.map(encoded).joined(separator: "/") + (isFolder && !parts.isEmpty ? "/" : "")
    }

    private static func encoded(_ name: [UInt8]) -> String {
        // The unreserved characters (RFC 3986, section 2.3).
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

    /// A percent-decoded component; `nil` for an invalid escape.
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
