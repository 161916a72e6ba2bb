import ArgumentParser
import Batch
import Notation

/// `pagereel batch status`: says how far a batch is, by its journals.
struct BatchStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Say how far a batch is.",
        usage: "pagereel batch status <manifest> --page <template> -o <template> [the options of the batch]",
        discussion: "Pass the arguments of the batch. Outputs are compared with the journals by size and time.")

    @OptionGroup var batch: BatchArguments
    @OptionGroup(title: "Messages") var messages: MessageArguments
    @OptionGroup(title: "Configuration") var configured: ConfigurationArguments

    func run() throws {
        try CommandEnvironment.run {
            let report = try BatchReport(batch, readsContent: false)
            report.printCounts(isJSON: messages.json)
            return .recorded
        }
    }
}

extension BatchStatusCommand: ConfigurableCommand, PassingCommand {
    static let configurableGroups = BatchRunCommand.configurableGroups
    static let passedGroups = BatchRunCommand.passedGroups
}
