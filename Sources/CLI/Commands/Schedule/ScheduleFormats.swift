import Notation

/// A crontab line.
struct CrontabLine {
    /// The line, without its line break.
    let text: String

    /// The longest command that Debian's cron takes, in bytes (crontab(5)).
    private static let longestCommand = 998

    /// Creates the line.
    ///
    /// Cron mails all output of a command, so `--quiet` is added unless
    /// `--quiet` or `--verbose` is given.
    ///
    /// - Throws: ``CommandError`` for arguments that a crontab cannot hold:
    ///   line breaks, and very long lines.
    init(_ scheduled: ScheduledCommand, at time: CronExpression) throws {
        let words =
            [scheduled.program] + scheduled.names + (scheduled.choosesMessages ? [] : ["--quiet"])
            + scheduled.arguments
        guard !(words + [scheduled.folder ?? ""]).contains(where: { $0.utf8.contains(UInt8(ascii: "\n")) }) else {
            throw CommandError(
                .usage,
                "A line of a crontab cannot hold an argument with a line break. Put the command into a script, or use "
                    + "--format systemd.")
        }
        let beginning = scheduled.folder.map { "cd \(Quoting.crontab($0)) && " } ?? ""
        let command = beginning + words.map(Quoting.crontab).joined(separator: " ")
        guard command.utf8.count <= Self.longestCommand else {
            throw CommandError(
                .usage,
                "The command has \(command.utf8.count) bytes in a crontab, and cron takes \(Self.longestCommand) at the "
                    + "most. Put it into a script, or use --format systemd.")
        }
        text = "\(time.text) \(command)"
    }

    /// Returns the command of a line, without when it runs; empty for a line without a command.
    static func command(of line: String) -> String {
        let fields = line.drop(while: \.isWhitespace).hasPrefix("@") ? 1 : CronField.Kind.all.count
        let parts = line.split(maxSplits: fields, whereSeparator: \.isWhitespace)
        return parts.count > fields ? String(parts[fields]) : ""
    }
}

/// A systemd timer and its service, for the user's service manager.
struct SystemdUnits {
    /// Both units, each below a comment with its file.
    let text: String

    /// Formats the units.
    ///
    /// - Throws: ``CommandError`` for `@reboot`.
    init(_ scheduled: ScheduledCommand, at time: CronExpression, name: String) throws {
        guard let events = time.calendarEvents else {
            throw CommandError(
                .usage, "A systemd timer cannot be set to @reboot. Give a time, or use --format crontab.")
        }
        let command =
            [Quoting.systemd(scheduled.program, isProgram: true)]
            + (scheduled.names + scheduled.arguments).map { Quoting.systemd($0) }
        // A path takes all of the line, without quotes; percent signs begin specifiers.
        let folder = scheduled.folder.map { "\nWorkingDirectory=\($0.escaping(["%": "%%"]))" } ?? ""
        // By default a timer may be late by a minute (AccuracySec=).
        text = """
            # ~/.config/systemd/user/pagereel-\(name).service
            [Unit]
            Description=pagereel \(scheduled.names[0]) \(name)

            [Service]
            Type=oneshot\(folder)
            ExecStart=\(command.joined(separator: " "))

            # ~/.config/systemd/user/pagereel-\(name).timer
            [Unit]
            Description=When pagereel \(scheduled.names[0]) \(name) runs

            [Timer]
            \(events.map { "OnCalendar=\($0)" }.joined(separator: "\n"))
            AccuracySec=1s

            [Install]
            WantedBy=timers.target
            """
    }
}

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
