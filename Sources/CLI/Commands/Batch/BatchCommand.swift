import ArgumentParser

/// `pagereel batch`: records a page for each row of a manifest.
struct BatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch",
        abstract: "Record a page for each row of a file.",
        subcommands: [
            BatchRunCommand.self, BatchStatusCommand.self, BatchVerifyCommand.self, BatchWaitCommand.self,
            BatchCancelCommand.self,
        ],
        defaultSubcommand: BatchRunCommand.self)
}
