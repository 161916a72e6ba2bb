extension StringProtocol {
    /// Replaces single characters, such as quotes, by what stands for them in another language.
    ///
    /// Shells, XML and CSV read code points. Swift compares characters, and a quote with a combining mark behind it is
    /// another character, which `replacing(_:with:)` does not find.
    ///
    /// - Parameter escapes: The replacements.
    package func escaping(_ escapes: [Unicode.Scalar: String]) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if let replacement = escapes[scalar] {
                escaped.append(contentsOf: replacement.unicodeScalars)
            } else {
                escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}

extension Sequence<UInt8> {
    /// The bytes as text, all of them percent-encoded but the unreserved characters (RFC 3986, section 2.3).
    package var percentEncoded: String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in self {
            switch Unicode.Scalar(byte) {
            case "A"..."Z", "a"..."z", "0"..."9", "-", ".", "_", "~": bytes.append(byte)
            default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension StringProtocol {
    /// The text with all bytes percent-encoded but the unreserved characters.
    package var percentEncoded: String { utf8.percentEncoded }

    /// The text with its percent escapes replaced by the bytes that they stand for; what is not UTF-8 then is replaced.
    var percentDecoded: String {
        func digit(_ byte: UInt8) -> UInt8? { Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) } }
        var (bytes, rest) = ([UInt8](), Array(utf8)[...])
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let high = rest.first.flatMap(digit),
                let low = rest.dropFirst().first.flatMap(digit)
            {
                bytes.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Quotes and parses words in POSIX shell syntax.
package enum ShellWords {
    /// Quotes words for a shell, in one line without control characters.
    package static func join(_ words: [String]) -> String { words.map(quote).joined(separator: " ") }

    /// Parses the output of ``join(_:)``.
    ///
    /// - Returns: `nil` for a string in which a shell would do more than split words.
    package static func split(_ text: String) -> [String]? {
        var reader = Reader(rest: Array(text.utf8)[...])
        return reader.words()
    }

    private static func quote(_ word: String) -> String {
        if !word.isEmpty, word.utf8.allSatisfy(isPlain) { return word }
        let hasControls = word.unicodeScalars.contains { $0.properties.generalCategory == .control }
        guard hasControls else { return "'" + word.escaping(["'": "'\\''"]) + "'" }
        // Dollar-single-quotes are supported by bash, zsh and POSIX.1-2024 (section 2.2.4).
        return "$'" + word.unicodeScalars.map(escape).joined() + "'"
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        if scalar == "'" || scalar == "\\" { return "\\\(scalar)" }
        guard scalar.properties.generalCategory == .control else { return String(scalar) }
        return String(scalar).utf8.map { byte in
            let digits = String(byte, radix: 8)
            return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
        }.joined()
    }

    /// Whether a byte is never special to a shell, in any position.
    fileprivate static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-_./:,@%+=".utf8.contains(byte)
        }
    }
}

/// Parses words from the front of a string.
private struct Reader {
    var rest: ArraySlice<UInt8>

    mutating func words() -> [String]? {
        var words: [String] = []
        while true {
            rest = rest.drop { $0 == UInt8(ascii: " ") }
            guard !rest.isEmpty else { return words }
            guard let word = word() else { return nil }
            words.append(word)
        }
    }

    private mutating func word() -> String? {
        var bytes: [UInt8] = []
        while let next = rest.first, next != UInt8(ascii: " ") {
            if ShellWords.isPlain(next) {
                bytes.append(rest.removeFirst())
            } else if take("'") {
                guard let end = rest.firstIndex(of: UInt8(ascii: "'")) else { return nil }
                bytes += rest[..<end]
                rest = rest[(end + 1)...]
            } else if take("\\'") {
                bytes.append(UInt8(ascii: "'"))
            } else if take("$'") {
                guard let escaped = escaped() else { return nil }
                bytes += escaped
            } else {
                return nil
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Parses the rest of a dollar-quoted word.
    private mutating func escaped() -> [UInt8]? {
        var bytes: [UInt8] = []
        while let next = rest.popFirst() {
            if next == UInt8(ascii: "'") { return bytes }
            guard next == UInt8(ascii: "\\") else {
                bytes.append(next)
                continue
            }
            if take("'") {
                bytes.append(UInt8(ascii: "'"))
            } else if take("\\") {
                bytes.append(UInt8(ascii: "\\"))
            } else {
                guard let byte = UInt8(String(decoding: rest.prefix(3), as: UTF8.self), radix: 8) else { return nil }
                bytes.append(byte)
                rest = rest.dropFirst(3)
            }
        }
        return nil
    }

    private mutating func take(_ text: String) -> Bool {
        guard rest.starts(with: text.utf8) else { return false }
        rest = rest.dropFirst(text.utf8.count)
        return true
    }
}
