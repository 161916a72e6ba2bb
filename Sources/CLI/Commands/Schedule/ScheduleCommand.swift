import ArgumentParser
import Foundation
import Recorder

/// `pagereel schedule`: a recording that is made again and again.
struct ScheduleCommand: ParsableCommand {
    /// Who starts the recordings.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case crontab
        case systemd
    }

    static let configuration = CommandConfiguration(
        commandName: "schedule",
        abstract: "Schedule a recording with cron or systemd.",
        usage: """
            pagereel schedule --cron <expression> [options] -- record <page> -o <file> [options]
            pagereel schedule --remove <name>
            """,
        discussion: """
            Prints a crontab line, or a systemd timer with its service, with absolute paths and the necessary quoting. \
            The recording's arguments are checked first, as if it started now. --install adds the line to your crontab, \
            between marker lines; the rest of the crontab does not change.
            """)

    @Option(
        help: ArgumentHelp(
            "When to record: minute, hour, day of the month, month and day of the week, or @daily and the like.",
            valueName: "expression"),
        transform: CronExpression.init)
    var cron: CronExpression?

    @Option(help: ArgumentHelp("What to print: a crontab line, or two systemd units.", valueName: "crontab|systemd"))
    var format = Format.crontab

    @Option(
        help: ArgumentHelp("Name of the schedule. (default: from the output's name)", valueName: "name"),
        transform: ScheduleName.read)
    var name: String?

    @Flag(help: "Install the line in your crontab; replace the schedule of the same name.")
    var install = false

    @Option(
        help: ArgumentHelp("Remove a schedule from your crontab.", valueName: "name"),
        transform: ScheduleName.read)
    var remove: String?

    @Argument(parsing: .postTerminator, help: "The recording: record, a page and options.")
    var recording: [String] = []

    func validate() throws {
        guard remove == nil else {
            guard cron == nil, name == nil, !install, recording.isEmpty else {
                throw ValidationError("--remove stands alone: it takes a schedule out of the crontab.")
            }
            return
        }
        guard cron != nil else { throw ValidationError("--cron says when, like --cron '0 6 * * 1'.") }
        guard !recording.isEmpty else {
            throw ValidationError("What is to be recorded stands behind two dashes: -- record page.html -o '%F.mp4'")
        }
        guard !install || format == .crontab else {
            throw ValidationError(
                "--install changes the crontab; units are files that you put where their comments say.")
        }
    }

    func run() throws {
        Message.openStandardStreams()
        do {
            if let remove {
                try CommandLoop.run { try await Self.remove(remove) }
            } else if let cron {
                try schedule(cron)
            }
        } catch {
            Message.error(Message.printable("\(error)"))
            throw ExitCode(ExitStatus(error, signal: nil).rawValue)
        }
    }

    private func schedule(_ time: CronExpression) throws {
        let recording = try ScheduledRecording(
            recording, folder: FileManager.default.currentDirectoryPath,
            program: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        let name = try ScheduleName.read(name ?? recording.defaultName)
        switch format {
        case .systemd:
            Message.result(try SystemdUnits(recording, at: time, name: name).text)
        case .crontab:
            let line = try CrontabLine(recording, at: time).text
            if install { try CommandLoop.run { try await Self.install(line, name) } } else { Message.result(line) }
        }
    }

    private static func install(_ line: String, _ name: String) async throws {
        var crontab = try await Crontab.read()
        let isReplaced = try crontab.install(line, name: name)
        try await Crontab.write(crontab)
        Message.result("\(isReplaced ? "replaced" : "installed") \(name) in the crontab:\n\(line)")
    }

    private static func remove(_ name: String) async throws {
        var crontab = try await Crontab.read()
        guard try crontab.remove(name: name) else {
            let names = crontab.names
            let others = names.isEmpty ? "no schedule of pagereel's" : names.joined(separator: ", ")
            throw ScheduleError(.usage, "The crontab has no \(name); nothing was changed. It has \(others).")
        }
        try await Crontab.write(crontab)
        Message.result("removed \(name) from the crontab.")
    }
}
