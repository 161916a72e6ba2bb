/// How an argument is written down for somebody who takes lines apart.
enum Quoting {
    /// For /bin/sh in a crontab.
    ///
    /// Cron goes over the line first (crontab(5)): a percent sign is a line
    /// break to it, unless a backslash is in front, which it takes away. Some
    /// take one away from in front of another backslash too. So no backslash
    /// of the argument's own stands before either.
    ///
    /// - Precondition: There is no line break in it, which no crontab holds.
    static func crontab(_ argument: String) -> String {
        guard argument.isEmpty || argument.contains(where: { !isPlain($0) }) else { return argument }
        let quoted = argument.unicodeScalars.map { scalar in
            switch scalar {
            case "'": #"'"'"'"#
            // Quotes that end and begin keep it from what follows.
            case "\\": #"\''"#
            case "%": #"\%"#
            default: String(scalar)
            }
        }
        return "'" + quoted.joined() + "'"
    }

    /// For a command line in a unit of systemd's (systemd.service(5)).
    ///
    /// - Parameter isProgram: Whether it is what is run, where no variables
    ///   are put in.
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

    /// Whether a character means itself everywhere.
    private static func isPlain(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "/.-_:=,@+".contains(character))
    }

    private static func hexadecimal(_ byte: UInt32) -> String {
        (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
    }
}
