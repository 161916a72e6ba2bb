/// A mail as it is passed to sendmail.
struct Mail {
    /// Its text, decoded.
    let body: String

    /// Parses a mail with one part.
    ///
    /// Its text is plain or, from Debian 13's cron, quoted-printable (RFC 2045, 6.7).
    init(_ bytes: some Collection<UInt8>) {
        let text = String(decoding: bytes, as: UTF8.self)
        let end = text.firstRange(of: "\n\n")
        let header = text[..<(end?.lowerBound ?? text.endIndex)].lowercased()
        let said = end.map { text[$0.upperBound...] } ?? ""
        let isQuoted = header.split(separator: "\n").contains("content-transfer-encoding: quoted-printable")
        body = isQuoted ? Self.decoded(said) : String(said)
    }

    /// `=3D` is a byte, and `=` at the end of a line joins it with the next.
    private static func decoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let code = rest.prefix(2)
            if byte != UInt8(ascii: "=") {
                bytes.append(byte)
            } else if rest.first == UInt8(ascii: "\n") {
                rest.removeFirst()
            } else if let value = UInt8(String(decoding: code, as: UTF8.self), radix: 16) {
                bytes.append(value)
                rest.removeFirst(code.count)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
