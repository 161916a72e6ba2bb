import ArgumentParser
import Batch
import Clusters
import Notation

/// `pagereel batch status`: says how far a batch is, by its journals.
struct BatchStatusCommand: ConfigurableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Say how far a batch is.",
        usage: "pagereel batch status <manifest> --page <template> -o <template> [the options of the batch]",
        discussion: "Pass the arguments of the batch. Outputs are compared with the journals by size and time.")

    @OptionGroup var batch: BatchArguments
    @OptionGroup(title: "Messages") @Options var messages: MessageArguments
    @OptionGroup(title: "Configuration") @Options var configured: ConfigurationArguments

    func run() throws {
        try CommandEnvironment.run {
            let report = try BatchReport(batch, readsContent: false)
            report.printCounts(isJSON: messages.json)
            if !messages.quiet, let job = try SubmittedJob(in: batch.journalFolder) {
                let tasks = try CommandLoop.run { try await Slurm.tasks(of: job.id) }
                let state =
                    tasks.areOver ? "is over" : "has shards: \(tasks.running) running, \(tasks.waiting) waiting"
                Message.note("The Slurm job \(job.id) \(state).")
            }
            return .recorded
        }
    }
}
