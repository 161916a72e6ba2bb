import EngineLink
import PageSampler
import PageServer
import Recorder

/// An attempt to record a page, which loads it anew.
@MainActor
struct PageAttempt {
    let command: RecordCommand
    /// The file to write, the same for all attempts.
    let output: String
    /// The server of the page's folder, if there is one.
    let server: PageServer?
    /// Interrupt the recording.
    let signals: StopSignals
    let log: RunLog?

    /// Records.
    ///
    /// - Parameter number: The number of the attempt, from 1.
    func run(number: Int) async throws -> RecordingSummary {
        log?.add(.started(page: command.page, output: output, attempt: number))
        let plan = try command.plan(output: output, from: server)
        let reporter = Reporter(plan, messages: command.messages)
        let recording = Recording(
            plan,
            onEvent: onMainActor { event in
                reporter.show(event)
                switch event {
                case .warning(let text): log?.add(.warning(text))
                case .console(let line): log?.add(.console("\(line)"))
                default: break
                }
            })
        do {
            let summary = try await signals.run {
                recording.interrupt()
            } abort: {
                recording.abort()
                reporter.clear()
                Message.error("aborted; nothing was written.")
            } _: {
                try await recording.run()
            }
            reporter.finish(summary)
            return summary
        } catch {
            reporter.clear()
            throw error
        }
    }
}
