/// A systemd timer and its service, for the user's service manager.
struct SystemdUnits {
    /// Both units, each below a comment with its file.
    let text: String

    /// Formats the units.
    ///
    /// - Throws: ``CommandError`` for `@reboot`.
    init(_ recording: ScheduledRecording, at time: CronExpression, name: String) throws {
        guard let events = time.calendarEvents else {
            throw CommandError(
                .usage, "A systemd timer cannot be set to @reboot. Give a time, or use --format crontab.")
        }
        let command =
            [Quoting.systemd(recording.program, isProgram: true)] + recording.arguments.map { Quoting.systemd($0) }
        // By default a timer may be late by a minute (AccuracySec=).
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
