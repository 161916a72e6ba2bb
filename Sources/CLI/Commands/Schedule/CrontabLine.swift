/// A line for a crontab: when, and what.
struct CrontabLine {
    /// The line, without its line break.
    let text: String

    /// The longest command that Debian's cron takes, in bytes (crontab(5)).
    private static let longestCommand = 998

    /// Writes it down.
    ///
    /// Cron mails all that a command prints. The recorder says nothing but
    /// errors there, unless it was said how much it shall say.
    ///
    /// - Throws: For what no crontab holds: line breaks, and very long lines.
    init(_ recording: ScheduledRecording, at time: CronExpression) throws {
        let words =
            [recording.program] + recording.arguments.prefix(1) + (recording.choosesMessages ? [] : ["--quiet"])
            + recording.arguments.dropFirst()
        guard !words.contains(where: { $0.utf8.contains(UInt8(ascii: "\n")) }) else {
            throw ScheduleError(
                .usage,
                "A line of a crontab cannot hold an argument with a line break. Put the command into a script, or use "
                    + "--format systemd.")
        }
        let command = words.map(Quoting.crontab).joined(separator: " ")
        guard command.utf8.count <= Self.longestCommand else {
            throw ScheduleError(
                .usage,
                "The command has \(command.utf8.count) bytes in a crontab, and cron takes \(Self.longestCommand) at the "
                    + "most. Put it into a script, or use --format systemd.")
        }
        text = "\(time.text) \(command)"
    }
}
