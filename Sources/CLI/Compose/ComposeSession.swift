import Glibc
import Recorder
import Timeline
import YAML

/// One run of `pagereel compose`: reads, resolves, explains or renders, and
/// gives the exit status.
struct ComposeSession {
    private let command: ComposeCommand

    /// Prepares to run a command.
    init(_ command: ComposeCommand) { self.command = command }

    /// Runs it.
    func run() -> ExitStatus {
        do {
            let plan = try TimelineFile(command).plan()
            if command.explain {
                explain(plan)
                return .recorded
            }
            return try render(plan)
        } catch {
            Message.error(Message.printable("\(error)"))
            return ExitStatus(error, signal: nil)
        }
    }

    private func explain(_ plan: TimelinePlan) {
        // A reader that has seen enough, such as head(1), is no failure.
        signal(SIGPIPE, SIG_IGN)
        Message.result(command.messages.json ? json(PlanJSON(plan)) : PlanTable(plan).text)
    }
}
