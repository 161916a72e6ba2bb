import EngineLink
import Frames
import PageSampler
import PageServer
import Recorder

/// Records a page in one or more attempts, each of which loads the page anew.
@MainActor
struct Attempts {
    let command: RecordCommand
    /// The file to write, the same for all attempts.
    let output: String
    /// The server of the page's folder, if there is one.
    let server: PageServer?
    /// Interrupt the attempts.
    let signals: StopSignals
    let log: RecordingLog?

    /// Records until an attempt succeeds, fails for good, or none is left.
    func run() async -> RecordOutcome {
        let most = command.schedule.retry + 1
        var number = 1
        while true {
            do {
                return outcome(.success(try await record(attempt: number)), number)
            } catch {
                guard number < most, Self.mayPass(error), signals.status == nil else {
                    return outcome(.failure(error), number)
                }
                do {
                    try await pause(after: error, number: number, most: most)
                } catch {
                    return outcome(.failure(error), number)
                }
            }
            number += 1
        }
    }

    /// Whether another attempt may succeed: the page did not load, did not
    /// start, or crashed before it started.
    nonisolated static func mayPass(_ error: any Error) -> Bool {
        switch error {
        case let error as PageError: [.cannotLoad, .crashed, .hung].contains(error.code)
        case let error as RecordingError: error.code == .neverStarted
        case PageServerError.noPage: true
        default: false
        }
    }

    private func record(attempt number: Int) async throws -> RecordingSummary {
        log?.add(
            .started(page: PageAddress.withoutCredentials(command.page), output: output, attempt: number))
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

    /// Waits until the next attempt, or for a signal.
    private func pause(after error: any Error, number: Int, most: Int) async throws {
        let delay = command.schedule.retryDelay ?? Self.defaultDelay
        log?.add(.retrying(attempt: number, reason: "\(error)"))
        if !command.messages.quiet {
            Message.warning(
                "\(error) Attempt \(number) of \(most) failed; retrying in \(delay.text) (--retry-delay).")
        }
        // A signal cancels the wait; one that comes at its end counts too.
        try? await signals.run { try await Task.sleep(for: delay) }
        guard signals.status == nil else {
            throw RecordingError(.interrupted, "Stopped before another attempt began; nothing was written.")
        }
    }

    private func outcome(_ result: Result<RecordingSummary, any Error>, _ number: Int) -> RecordOutcome {
        RecordOutcome(result, attempts: number, page: command.page, signal: signals.status)
    }

    private static let defaultDelay = Duration.seconds(30)
}
