/// A timer of systemd's and the service that it starts, for the user's own
/// manager.
struct SystemdUnits {
    /// Both units, each below a comment with the file that it is for.
    let text: String

    /// Writes them down.
    ///
    /// - Throws: For `@reboot`, which is no time.
    init(_ recording: ScheduledRecording, at time: CronExpression, name: String) throws {
        guard let events = time.calendarEvents else {
            throw ScheduleError(
                .usage, "@reboot is no time that a timer has. Give a time, or use --format crontab.")
        }
        let command =
            [Quoting.systemd(recording.program, isProgram: true)] + recording.arguments.map { Quoting.systemd($0) }
        // A timer may be late by a minute unless it is told otherwise.
        text = """
            # ~/.config/systemd/user/pagereel-\(name).service
            [Unit]
            Description=pagereel records \(name)

            [Service]
            Type=oneshot
            ExecStart=\(command.joined(separator: " "))

            # ~/.config/systemd/user/pagereel-\(name).timer
            [Unit]
            Description=When pagereel records \(name)

            [Timer]
            \(events.map { "OnCalendar=\($0)" }.joined(separator: "\n"))
            AccuracySec=1s

            [Install]
            WantedBy=timers.target
            """
    }
}
