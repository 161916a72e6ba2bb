import ArgumentParser
import Files
import Notation
import Synchronization

/// The `record` commands of rows; rows with the same options share the work of parsing them.
final class RowCommands: Sendable {
    private let known = Mutex<[[String]: RecordCommand]>([:])

    /// The number of different option lists that are kept.
    private static let most = 1000

    /// Returns the command that records a row.
    ///
    /// - Throws: Usage errors for invalid options.
    func command(for row: PlannedRow) throws(CommandError) -> RecordCommand {
        // The extension decides which codecs are possible.
        let name = "video.\(row.output.split(separator: ".").last ?? "")"
        var command = try parsed(row.options + ["--output=\(name)"])
        command.page = row.page
        // The name is complete; a percent sign in it is no conversion.
        command.output = OutputName(argument: row.output.escaping(["%": "%%"]))
        return command
    }

    /// Parses options that are the same for each row, for a video in an MP4 file.
    ///
    /// - Throws: A usage error.
    func command(forOptions words: [String]) throws(CommandError) -> RecordCommand { try parsed(words) }

    private func parsed(_ words: [String]) throws(CommandError) -> RecordCommand {
        if let known = known.withLock({ $0[words] }) { return known }
        let command: RecordCommand
        do {
            command = try RecordCommand.parse(words + ["--", "page"])
        } catch {
            throw CommandError(.usage, UsageError.sentence(RecordCommand.message(for: error)))
        }
        known.withLock { known in
            if known.count >= Self.most { known.removeAll() }
            known[words] = command
        }
        return command
    }
}
