/// Quotes arguments for other programs.
enum Quoting {
    /// Quotes an argument for /bin/sh in a crontab.
    ///
    /// Cron processes the line first (crontab(5)): it replaces a percent sign
    /// by a line break, unless it is escaped with a backslash, which cron
    /// removes. Some versions also remove a backslash before another one. So
    /// the argument's own backslashes must not precede either.
    ///
    /// - Precondition: The argument has no line break.
    static func crontab(_ argument: String) -> String {
        guard argument.isEmpty || argument.contains(where: { !isPlain($0) }) else { return argument }
        let quoted = argument.unicodeScalars.map { scalar in
            switch scalar {
            case "'": #"'"'"'"#
            // Quotes separate it from the next character.
            case "\\": #"\''"#
            case "%": #"\%"#
            default: String(scalar)
            }
        }
        return "'" + quoted.joined() + "'"
    }

    /// Quotes an argument for a systemd unit (systemd.service(5)).
    ///
    /// - Parameter isProgram: Whether the argument is the program, where
    ///   systemd expands no variables.
    static func systemd(_ argument: String, isProgram: Bool = false) -> String {
        guard argument.isEmpty || argument.contains(where: { !isPlain($0) }) else { return argument }
        let quoted = argument.unicodeScalars.map { scalar in
            switch scalar {
            case "\"": #"\""#
            case "\\": #"\\"#
            case "%": "%%"
            case "$" where !isProgram: "$$"
            case "\n": #"\n"#
            case _ where scalar.value < 0x20 || scalar.value == 0x7f: #"\x"# + hexadecimal(scalar.value)
            default: String(scalar)
            }
        }
        return "\"" + quoted.joined() + "\""
    }

    /// Whether a character needs no quoting.
    private static func isPlain(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "/.-_:=,@+".contains(character))
    }

    private static func hexadecimal(_ byte: UInt32) -> String {
        (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
    }
}
