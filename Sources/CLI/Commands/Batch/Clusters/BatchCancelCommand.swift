import ArgumentParser
import Clusters

/// `pagereel batch cancel`: ends a batch's job.
struct BatchCancelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "End the job of a batch.",
        usage: "pagereel batch cancel <manifest> [--journal <folder>]",
        discussion: """
            Shards that have not started never run; others finish the rows under way, if Slurm's grace time suffices. \
            The batch's command, run again, records the rows that are left.
            """)

    @OptionGroup var target: JobArguments

    func run() throws {
        try CommandEnvironment.run {
            let job = try target.job()
            try CommandLoop.run { try await Slurm.cancel(job.id) }
            Message.note("canceled the Slurm job \(job.id).")
            return .recorded
        }
    }
}
