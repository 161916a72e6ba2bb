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
    init(_ recording: ScheduledRecording, at time: CronExpression) throws {
        let words =
            [recording.program] + recording.arguments.prefix(1) + (recording.choosesMessages ? [] : ["--quiet"])
            + recording.arguments.dropFirst()
        guard !words.contains(where: { $0.utf8.contains(UInt8(ascii: "\n")) }) else {
            throw CommandError(
                .usage,
                "A line of a crontab cannot hold an argument with a line break. Put the command into a script, or use "
                    + "--format systemd.")
        }
        let command = words.map(Quoting.crontab).joined(separator: " ")
        guard command.utf8.count <= Self.longestCommand else {
            throw CommandError(
                .usage,
                "The command has \(command.utf8.count) bytes in a crontab, and cron takes \(Self.longestCommand) at the "
                    + "most. Put it into a script, or use --format systemd.")
        }
        text = "\(time.text) \(command)"
    }
}
