/// The identifier that links the picture and the movie of a Live Photo: a UUID in upper case, the
/// same in both files.
package struct ContentIdentifier: Sendable, Hashable, CustomStringConvertible {
    /// The UUID as text, 36 characters.
    package let description: String

    /// Creates a random UUID (RFC 9562, 5.4).
    package init() {
        var bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
        bytes[6] = bytes[6] & 0x0f | 0x40
        bytes[8] = bytes[8] & 0x3f | 0x80
        let digits = Array("0123456789ABCDEF")
        var text = ""
        for (index, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(index) { text.append("-") }
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        description = text
    }

    /// Parses a UUID in upper or lower case; `nil` for any other text.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.count) == [8, 4, 4, 4, 12],
            parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isHexDigit } })
        else { return nil }
        description = text.uppercased()
    }

    /// The text as bytes.
    var bytes: [UInt8] { Array(description.utf8) }
}
