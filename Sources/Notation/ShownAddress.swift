/// Addresses as people may see them: without user names, passwords and tokens.
///
/// The page gets the real address. Everything that is printed, logged or stored gets this form. Addresses are read by
/// code points, as WebKit does: a mark behind an `@` or a slash makes another character for Swift, but not for WebKit.
package enum ShownAddress {
    /// What stands for a secret.
    package static let mask = "***"

    /// An address without secrets, whatever else is wrong with it.
    ///
    /// - Parameter address: The whole address, as typed or as WebKit reports it.
    package static func text(_ address: String) -> String {
        // What is left may look as if it had credentials too, if the address is not valid.
        var rest = withoutCredentials(address)
        while true {
            let shorter = withoutCredentials(rest)
            guard shorter != rest else { return withMaskedParameters(rest) }
            rest = shorter
        }
    }

    /// Whether an address has secrets in its parameters.
    package static func hasSecretParameters(_ address: String) -> Bool { withMaskedParameters(address) != address }

    /// Text of any kind, with each address in it as ``text(_:)`` shows it.
    package static func hidingSecrets(in text: String) -> String {
        var text = text
        if text.utf8.contains(UInt8(ascii: "@")) {
            let address = /[A-Za-z][A-Za-z0-9+.\-]*:[\/\\]+[^\s"'<>“”‘’]*@/.matchingSemantics(.unicodeScalar)
            text.replace(address) { withoutCredentials(String($0.output)) }
        }
        return withMaskedParameters(text, endsInText: true)
    }

    // MARK: Credentials

    /// Removes the user name and the password of an address.
    ///
    /// They end at the last `@` before the path (WHATWG URL Standard, section 4.4). If what comes before the path
    /// cannot be a host, everything up to the last `@` is removed.
    package static func withoutCredentials(_ address: String) -> String {
        guard address.utf8.contains(UInt8(ascii: "@")) else { return address }
        if let scheme = address.prefixMatch(
            of: /([A-Za-z][A-Za-z0-9+.\-]*):[\/\\]*/.matchingSemantics(.unicodeScalar)),
            isHostAfter(scheme: scheme.output.1.lowercased(), slashes: scheme.output.0.hasSuffix("/"))
        {
            let rest = address[scheme.range.upperBound...]
            return String(scheme.output.0 + (afterCredentials(rest) ?? rest))
        }
        // `user:password@host/page` looks like a scheme or a file's name.
        guard !"/.".contains(address.first ?? "/"), !address.hasPrefix("data:"), !address.hasPrefix("blob:"),
            address.utf8.prefix(while: { !"/?#".utf8.contains($0) }).contains(UInt8(ascii: ":")),
            let rest = afterCredentials(address[...])
        else { return address }
        return "\(mask)@\(rest)"
    }

    private static func isHostAfter(scheme: String, slashes: Bool) -> Bool {
        ["http", "https", "ws", "wss", "ftp"].contains(scheme) || slashes && scheme != "file"
    }

    /// What follows the credentials; `nil` without credentials.
    private static func afterCredentials(_ text: Substring) -> Substring? {
        let authority = Substring(text.utf8.prefix { !"/?#\\".utf8.contains($0) })
        // A user name may have separators of lines, which a dot would not match.
        let isHost =
            authority.wholeMatch(
                of: /([\s\S]*@)?(\[[^\]]*\]|[^:\s%@]*)(:[0-9]*)?/.matchingSemantics(.unicodeScalar)) != nil
        guard let end = (isHost ? authority : text).utf8.lastIndex(of: UInt8(ascii: "@")) else { return nil }
        return text[text.utf8.index(after: end)...]
    }

    // MARK: Parameters

    /// Replaces the values of secret parameters in queries, fragments and paths.
    ///
    /// - Parameter endsInText: Whether a value also ends at a space or a quote.
    private static func withMaskedParameters(_ text: String, endsInText: Bool = false) -> String {
        guard text.utf8.contains(UInt8(ascii: "=")) else { return text }
        let parameter =
            endsInText
            ? /([?&;#])([^?&;#=\/\s"'<>“”]+)=([^&#\s"'<>“”‘’]*)/ : /([?&;#])([^?&;#=\/]+)=([^&#]*)/
        return text.replacing(parameter.matchingSemantics(.unicodeScalar)) { match in
            let (whole, mark, name, value) = match.output
            guard !value.isEmpty else { return String(whole) }
            if isSecret(String(name)) {
                // A sentence may end behind the address.
                let end = endsInText ? value.reversed().prefix { ".,:;!?)".contains($0) }.count : 0
                return "\(mark)\(name)=\(mask)\(value.suffix(end))"
            }
            // The value may have parameters itself, and may be an address.
            let inner = withMaskedParameters(String(value), endsInText: endsInText)
            let decoded = value.utf8.contains(UInt8(ascii: "%")) ? value.percentDecoded : ""
            let isSafe = decoded == hidingSecrets(in: decoded)
            return "\(mark)\(name)=\(isSafe ? inner : mask)"
        }
    }

    /// Words of which one makes a parameter secret.
    private static let secretWords: Set<String> = [
        "auth", "authorization", "credential", "credentials", "jwt", "otp", "pass", "passphrase", "passwd", "password",
        "pwd", "secret", "session", "sid", "sig", "signature", "ticket", "token",
    ]

    /// Ends of names that are written without separators.
    private static let secretEnds = ["password", "secret", "sessid", "sessionid", "signature", "token"]

    /// Whether a parameter's value is a secret, judged by the parameter's name.
    ///
    /// Names are divided into words at punctuation and at capital letters, so that `access_token`, `X-Amz-Signature` and
    /// `apiKey` are recognized.
    package static func isSecret(_ name: String) -> Bool {
        let name = name.percentDecoded
        var words: [String] = [""]
        var previous: Character = "A"
        for character in name {
            if !character.isLetter && !character.isNumber {
                words.append("")
            } else {
                if character.isUppercase && previous.isLowercase { words.append("") }
                words[words.count - 1] += character.lowercased()
            }
            previous = character
        }
        words.removeAll(where: \.isEmpty)
        let joined = words.joined()
        return words.contains(where: secretWords.contains) || secretEnds.contains(where: joined.hasSuffix)
            || words.last == "key" || joined.hasSuffix("apikey") || joined.hasSuffix("accesskey")
    }
}

/// Text that a page, a server or a file chose.
///
/// It is cleaned where it enters the command, once, and again where it reaches a terminal. Cleaned text cannot control
/// a terminal, does not change the order of the text around it, and shows no secrets of addresses.
package enum ForeignText {
    /// Marks that follow each other above or below one character (UAX #15, section 13, allows 30).
    ///
    /// Languages need at most a few. A video's chapters have room for 255 bytes, and a terminal for one line.
    private static let mostMarks = 8

    /// Text in one line.
    ///
    /// - Parameters:
    ///   - text: The text; what separates lines, and each control character, becomes a space.
    ///   - limit: The longest text in Unicode scalars (default: unlimited).
    package static func line(_ text: String, upTo limit: Int = .max) -> String {
        clean(text, upTo: limit) { _ in false }
    }

    /// Text in lines, which keep their breaks and tabs.
    package static func lines(_ text: String) -> String { clean(text, upTo: .max) { $0 == "\n" || $0 == "\t" } }

    private static func clean(_ text: String, upTo limit: Int, keeping: (Unicode.Scalar) -> Bool) -> String {
        var cleaned = String.UnicodeScalarView()
        var marks = 0
        for scalar in text.unicodeScalars.prefix(limit) {
            let isMark = !scalar.isASCII && isMark(scalar)
            marks = isMark ? marks + 1 : 0
            if isMark {
                if marks > mostMarks { continue }
                // A mark alone would change what is printed before the text; this circle shows it.
                if cleaned.isEmpty { cleaned.append("\u{25cc}") }
            }
            cleaned.append(keeping(scalar) || !isUnsafe(scalar) ? scalar : " ")
        }
        return ShownAddress.hidingSecrets(in: String(cleaned))
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        [.nonspacingMark, .enclosingMark].contains(scalar.properties.generalCategory)
    }

    /// Whether a character controls terminals, ends lines, or embeds or overrides a direction (UAX #9, section 2).
    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20..<0x7f: false
        case 0x2028, 0x2029, 0x202a...0x202e, 0x2066...0x2069: true
        default: scalar.properties.generalCategory == .control
        }
    }
}
