import ArgumentParser
import Clusters
import Foundation

/// `pagereel batch wait`: waits for the end of a batch's job.
struct BatchWaitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wait",
        abstract: "Wait for the job of a batch that was submitted with --detach.",
        usage: "pagereel batch wait <manifest> [--journal <folder>] [options]",
        discussion: """
            Shows the batch's progress and result like the command that submitted it, with its exit status. Ctrl-C ends \
            the waiting, not the job.
            """)

    @OptionGroup var target: JobArguments
    @OptionGroup(title: "Messages") @Options var messages: MessageArguments

    func run() throws {
        try CommandEnvironment.run {
            CommandEnvironment.prepare(isVerbose: messages.verbose)
            let job = try target.job()
            let batch = try Self.command(of: job)
            let plan = try BatchPlan(batch.batch, from: try batch.batch.serve.start())
            let check = try plan.check()
            return try CommandLoop.run {
                try await SlurmWaiting(for: job, of: batch, check: check, messages: messages, endsJob: false).run()
            }
        }
    }

    /// Parses the arguments of a job's workers, and goes to the folder from which their paths start.
    private static func command(of job: SubmittedJob) throws -> BatchRunCommand {
        guard FileManager.default.changeCurrentDirectoryPath(job.folder) else {
            throw CommandError(.unreadableInput, "The folder of the batch, \(job.folder), cannot be entered.")
        }
        let words = ["batch", "run"] + job.arguments
        // The parser would name options that the user of this command did not pass.
        guard let command = try? Pagereel.parseAsRoot(words) as? BatchRunCommand else {
            throw CommandError(
                .unreadableInput,
                "The job \(job.id) was submitted by another version. Run the batch's command again when it is over.")
        }
        return command
    }
}
