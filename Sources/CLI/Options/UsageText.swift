import Notation

/// ArgumentParser's messages about mistakes, which quote what was typed.
enum UsageText {
    /// Options whose values may be secrets.
    static let secretOptions: Set = ["auth", "cookie", "header"]

    /// A message without passwords and tokens.
    ///
    /// - Parameters:
    ///   - message: The parser's message; may have several lines.
    ///   - typed: The arguments, without the program's name.
    static func withoutSecrets(_ message: String, typed: [String]) -> String {
        var message = message
        // Words behind an unquoted value, as in `--header Authorization: Bearer TOKEN`.
        let option = typed.first { $0.hasPrefix("--") && secretOptions.contains(String($0.dropFirst(2))) }
        if let option {
            message.replace(/([0-9]+ unexpected arguments?|Unexpected argument): .*/) { match in
                "\(match.output.1), which may be part of the value of \(option). Put quotes around the value."
            }
        }
        return ShownAddress.hidingSecrets(in: message)
    }
}
