import ArgumentParser
import EngineLink
import Files
import Glibc
import Notation
import PageServer
import Synchronization

/// The `record` commands of rows; rows with the same options share the work of making them.
final class RowCommands: Sendable {
    private let known = Mutex<[[WrittenSetting]: RecordCommand]>([:])

    /// The number of different lists of settings that are kept.
    private static let most = 1000

    /// Returns the command that records a row.
    ///
    /// - Throws: Usage errors for invalid options.
    func command(for row: PlannedRow) throws(CommandError) -> RecordCommand {
        // The extension decides which codecs are possible.
        let name = "video.\(row.output.split(separator: ".").last ?? "")"
        var command = try command(with: row.settings, output: name)
        command.page = row.page
        command.data.data = row.data
        // The name is complete; a percent sign in it is no conversion.
        command.file.output = OutputName(template: row.output.escaping(["%": "%%"]))
        return command
    }

    /// Returns a command that records some page with settings.
    ///
    /// - Parameter output: A name with the extension of the video (default: an MP4 file in the library).
    /// - Throws: A usage error.
    func command(with settings: [WrittenSetting], output: String? = nil) throws(CommandError) -> RecordCommand {
        let key = settings + [WrittenSetting(option: "output", texts: output.map { [$0] } ?? [])]
        if let known = known.withLock({ $0[key] }) { return known }
        let command: RecordCommand
        do {
            for setting in settings { try RowOptions.facts[setting.option]?.check(setting) }
            let written = Dictionary(settings.map { ($0.option, $0) }) { $1 }
            command = try OptionParsing.$written.withValue(written) {
                try RecordCommand.parse((output.map { ["--output=\($0)"] } ?? []) + ["--", "page"])
            }
        } catch {
            throw CommandError(.usage, UsageError.sentence(RecordCommand.message(for: error)))
        }
        known.withLock { known in
            if known.count >= Self.most { known.removeAll() }
            known[key] = command
        }
        return command
    }
}

/// Checks rows before anything is recorded: their options, pages and files; equal ones are checked once.
struct RowChecker {
    private let commands: RowCommands
    private let server: PageServer?
    private var settings: Set<[WrittenSetting]> = []
    private var pages: Set<String> = []
    private var files: Set<String> = []

    /// The number of different values of each kind that are kept.
    private static let most = 10_000

    init(commands: RowCommands, server: PageServer?) {
        self.commands = commands
        self.server = server
    }

    /// Checks a row.
    ///
    /// - Throws: The error that recording it would throw.
    mutating func check(_ row: PlannedRow) throws {
        let page = row.pageWithoutQuery
        if !row.page.contains("://"), !pages.contains(page) {
            _ = try PageAddress(row.page, from: server)
            Self.keep(page, in: &pages)
        }
        for (option, file) in row.files where !files.contains(file) {
            guard unsafe access(file, R_OK) == 0 else {
                let reason = SystemError.last.text
                throw FileError(.unreadableInput, "The file \(file) of \(option) cannot be read: \(reason).")
            }
            Self.keep(file, in: &files)
        }
        guard !settings.contains(row.settings) else { return }
        _ = try commands.command(for: row).plan(output: row.output, from: server)
        Self.keep(row.settings, in: &settings)
    }

    private static func keep<Value>(_ value: Value, in values: inout Set<Value>) {
        if values.count >= most { values.removeAll() }
        values.insert(value)
    }
}
