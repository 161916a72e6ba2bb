import Batch
import Files
import Manifest
import Notation
import PageServer
import Recorder

/// Runs `pagereel batch`: checks all rows, records those that are not done, and reports.
struct BatchSession {
    private let command: BatchRunCommand

    /// Prepares to run a command.
    init(_ command: BatchRunCommand) { self.command = command }

    /// Runs the command on the main run loop.
    ///
    /// - Throws: The error that kept the batch from running to its end.
    func run() throws -> ExitStatus {
        CommandEnvironment.prepare(isVerbose: command.messages.verbose)
        let server = try command.batch.serve.start()
        let plan = try BatchPlan(command.batch, from: server)
        let check = try plan.check()
        let replaced = try replacedRows(check)
        if command.dryRun { return try printCommands(of: plan, check) }
        let journal = try JournalFile(in: command.batch.journalFolder, named: command.batch.shard?.name ?? "local")
        return try CommandLoop.run {
            try await BatchRecording(command, plan: plan, check: check, replaced: replaced, journal: journal).run()
        }
    }

    /// Checks that no output is lost that another batch or other options made.
    ///
    /// - Returns: The states in which an existing output is replaced.
    private func replacedRows(_ check: BatchPlan.Check) throws(CommandError) -> Set<Journal.State> {
        // This batch wrote it, but was killed.
        guard !command.existing.overwrite else { return [.unfinished, .changed, .broken, .foreign] }
        let conflicts: [(Journal.State, String)] = [
            (.changed, "was made with other options or of another row"),
            (.broken, "was changed since this batch made it"), (.foreign, "was not made by this batch"),
        ]
        let sentences = conflicts.compactMap { state, what in
            check.examples[state]?.first.map { row in
                let rest = check.states[state, default: 0] - 1
                return "\(row.output) (line \(row.line)) \(what)" + (rest > 0 ? ", and \(rest) more." : ".")
            }
        }
        guard sentences.isEmpty else {
            throw CommandError(
                .outputNotCreated,
                "Some outputs exist already; nothing was recorded. \(sentences.joined(separator: " ")) Use --overwrite to "
                    + "record these rows again, or another --output.")
        }
        return [.unfinished]
    }

    private func printCommands(of plan: BatchPlan, _ check: BatchPlan.Check) throws -> ExitStatus {
        try plan.forEach { _, row in
            if plan.journal.state(of: row.output, row.fingerprint) != .done { Message.result(row.command) }
            return true
        }
        if !command.messages.quiet {
            Message.note("\(quantity(check.planned, "row")) to record, \(check.states[.done, default: 0]) done.")
        }
        return .recorded
    }
}

extension Shard {
    /// The name of the shard's journal.
    var name: String { "shard-\(number)-of-\(count)" }
}
