import ArgumentParser
import Files
import Foundation
import Notation

struct ScheduleCommand: ParsableCommand {
    /// The program that starts the command.
    enum Format: String, CaseIterable {
        case crontab
        case systemd
    }

    static let configuration = CommandConfiguration(
        commandName: "schedule",
        abstract: "Schedule a command with cron or systemd.",
        usage: """
            pagereel schedule --cron <expression> [options] -- record <page> -o <file> [options]
            pagereel schedule --cron <expression> [options] -- batch|check|stills|images|compose <arguments>
            pagereel schedule --remove <name>
            """,
        discussion: """
            Prints a crontab line, or a systemd timer with its service, with absolute paths and the necessary quoting. \
            The command is checked first, as if it started now, and refused if a later run would find its own file, or if \
            it has a password. --install adds the line to your crontab, \
            between marker lines; the rest of the crontab does not change.
            """)

    @OptionGroup @Options var schedule: ScheduleArguments

    @Argument(parsing: .postTerminator, help: "The command: record, a page and options, as you would type them.")
    var words: [String] = []

    func validate() throws {
        guard schedule.remove == nil else {
            guard words.isEmpty else { throw ValidationError("--remove cannot be combined with a command.") }
            return
        }
        guard schedule.cron != nil else {
            throw ValidationError("--cron is missing: say when to run the command, like --cron '0 6 * * 1'.")
        }
        guard !words.isEmpty else {
            throw ValidationError("Put the command after two dashes: -- record page.html -o '%F.mp4'")
        }
        guard !schedule.install || schedule.format == .crontab else {
            throw ValidationError(
                "--install works with --format crontab only. Save systemd units to the files named in their comments.")
        }
    }

    /// Finds a command to schedule that is not behind two dashes.
    ///
    /// - Parameter typed: The program's arguments, which could not be parsed.
    static func missingDashes(in typed: [String]) -> CommandError? {
        guard typed.first == configuration.commandName, !typed.contains("--"),
            let index = typed.firstIndex(where: {
                $0 == BatchCommand.configuration.commandName
                    || Pagereel.subcommand(called: $0) is any SchedulableCommand.Type
            })
        else { return nil }
        let words = typed[index...].prefix(2).joined(separator: " ")
        return UsageError.pointingToHelp(
            "put the command after two dashes, like -- \(words).", typed: typed, of: Pagereel.self)
    }

    func run() throws {
        try CommandEnvironment.run {
            if let name = schedule.remove {
                try CommandLoop.run { try await Self.remove(name) }
            } else if let time = schedule.cron {
                try makeSchedule(at: time)
            }
            return .success
        }
    }

    private func makeSchedule(at time: CronExpression) throws {
        let scheduled = try ScheduledCommand(
            words, folder: FileManager.default.currentDirectoryPath,
            program: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        let name = schedule.name ?? scheduled.defaultName
        if scheduled.hasSecret {
            Message.warning(
                "The page's address has a token. It becomes part of the job, and while the job runs, every "
                    + "user can see it with ps.")
        }
        scheduled.warnings.forEach(Message.warning)
        switch schedule.format {
        case .systemd:
            let units = try SystemdUnits(scheduled, at: time, name: name)
            try Self.refuseCollisions(of: scheduled, at: time)
            Message.result(units.text)
        case .crontab:
            let line = try CrontabLine(scheduled, at: time).text
            try Self.refuseCollisions(of: scheduled, at: time)
            guard schedule.install else { return Message.result(line) }
            try CommandLoop.run { try await Self.install(line, name, isNamed: schedule.name != nil) }
        }
    }

    /// Rejects a command of which a later run finds a file of an earlier one, and fails, or as a batch does nothing.
    static func refuseCollisions(of scheduled: ScheduledCommand, at cron: CronExpression) throws {
        let runs = ScheduledRuns(time: cron)
        let now = time(nil)
        for template in scheduled.newFiles {
            guard let collision = runs.collision(of: template, from: now) else { continue }
            let when =
                collision.times.map { "The runs of \($0.earlier) and \($0.later) would both write" }
                ?? "Every run would write"
            guard scheduled.names.first != BatchCommand.configuration.commandName else {
                let date = runs.collision(of: "%F", from: now) == nil ? "%F" : "%F_%H%M"
                throw CommandError(
                    .usage,
                    "\(when) '\(collision.name)'. A batch records only rows that are not done, also with --overwrite, "
                        + "so a later run would do nothing. Write a date into --output that differs in each run, like "
                        + "'out/\(date)/{name}.mp4'.")
            }
            throw CommandError(
                .usage,
                "\(when) '\(collision.name)', and fail because the file exists. Add --overwrite to the command"
                    + (scheduled.names == ["record"] || scheduled.names == ["images"]
                        ? ", or put the time of the run into the name, like '%F_%H%M.mp4'." : "."))
        }
    }

    /// Adds a line to the crontab.
    ///
    /// - Parameter isNamed: Whether the name was given; a name that was derived replaces no other command.
    private static func install(_ line: String, _ name: String, isNamed: Bool) async throws {
        var crontab = try await Crontab.read()
        if !isNamed, try crontab.hasOtherCommand(than: line, name: name) {
            throw CommandError(
                .usage,
                "The crontab has a schedule \(name) with another command; nothing was changed. Give the new one "
                    + "its own name with --name, or replace the old one with --name \(name).")
        }
        let isReplaced = try crontab.install(line, name: name)
        try await Crontab.write(crontab)
        Message.result(
            "\(isReplaced ? "replaced" : "installed") \(name) in the crontab:\n\(ShownAddress.hidingSecrets(in: line))")
    }

    private static func remove(_ name: String) async throws {
        var crontab = try await Crontab.read()
        guard try crontab.remove(name: name) else {
            let names = crontab.names
            let others = names.isEmpty ? "It has no schedules." : "Its schedules are \(names.joined(separator: ", "))."
            throw CommandError(.usage, "The crontab has no schedule \(name); nothing was changed. \(others)")
        }
        try await Crontab.write(crontab)
        Message.result("removed \(name) from the crontab.")
    }
}

/// Options for a schedule.
struct ScheduleArguments: OptionTable {
    @Setting(
        "cron", "When to run: minute, hour, day of the month, month and day of the week, or @daily and the like.",
        Form("a cron expression", write: \.text) { text throws(ValidationError) in try CronExpression(text) },
        as: "expression")
    var cron: CronExpression?

    @Setting(
        "format", "What to print: a crontab line, or a systemd timer and its service.", as: "crontab|systemd")
    var format = ScheduleCommand.Format.crontab

    @Setting(
        "name", "Name of the schedule. (default: from the output's name or the page's)", ScheduleName.form, as: "name")
    var name: String?

    @Setting("install", "Add the line to your crontab, replacing an earlier schedule of the same name.", .onOnly)
    var install = false

    @Setting(
        "remove", "Remove a schedule from your crontab.", ScheduleName.form, as: "name",
        .excludes(["cron", "name", "install"]))
    var remove: String?
}

/// The names of schedules, in a crontab and of systemd units.
enum ScheduleName {
    /// ASCII letters, digits, dots, dashes and underscores, which systemd allows, too.
    static let form = Form.text("a schedule's name has 1 to 64 letters, digits, dots, dashes and underscores.") {
        (1...64).contains($0.utf8.count) && $0.allSatisfy(isAllowed)
    }

    /// Derives a name from the output's, without conversions and extension, or
    /// else from the page's.
    static func suggestion(output: String, page: String) -> String {
        var name = ""
        var file = output.fileName
        if let dot = file.lastIndex(of: ".") { file = file[..<dot] }
        while let character = file.popFirst() {
            guard character == "%" else {
                name.append(character)
                continue
            }
            // A conversion may have flags: %-d.
            while let flag = file.first, "-_0^#EO".contains(flag) { file.removeFirst() }
            _ = file.popFirst()
            name.append("-")
        }
        for candidate in [name, pageName(page)] {
            let cleaned = clean(candidate)
            if !cleaned.isEmpty { return cleaned }
        }
        return "recording"
    }

    private static func pageName(_ page: String) -> String {
        let last = page.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last ?? ""
        return String(last[..<(last.lastIndex(of: ".") ?? last.endIndex)])
    }

    /// Replaces invalid characters by single dashes.
    private static func clean(_ text: String) -> String {
        let words = text.split { !isAllowed($0) || "-._".contains($0) }
        return String(words.joined(separator: "-").prefix(64))
    }

    private static func isAllowed(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "-._".contains(character))
    }
}
