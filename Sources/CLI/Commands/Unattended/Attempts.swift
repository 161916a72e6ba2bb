import EngineLink
import Frames
import PageServer
import Recorder

/// Runs an operation in one or more attempts (`--retry`).
@MainActor
struct Attempts {
    /// How often to try.
    let arguments: RunArguments
    /// Whether failed attempts are not reported.
    let quiet: Bool
    /// Interrupt the attempts.
    let signals: StopSignals
    let log: RunLog?

    /// The result of the last attempt.
    struct Outcome<Value> {
        /// The operation's value or error.
        let result: Result<Value, any Error>
        /// The number of attempts, from 1.
        let count: Int
    }

    /// Tries until an attempt succeeds, fails for good, or none is left.
    ///
    /// - Parameters:
    ///   - mayPass: Whether another attempt may succeed after an error.
    ///   - attempt: The operation, which gets the number of the attempt.
    func run<Value>(
        retryingAfter mayPass: (any Error) -> Bool, _ attempt: (Int) async throws -> Value
    ) async -> Outcome<Value> {
        let most = arguments.retry + 1
        var number = 1
        while true {
            do {
                return Outcome(result: .success(try await attempt(number)), count: number)
            } catch {
                guard number < most, mayPass(error), signals.status == nil else {
                    return Outcome(result: .failure(error), count: number)
                }
                do {
                    try await pause(after: error, number: number, most: most)
                } catch {
                    return Outcome(result: .failure(error), count: number)
                }
            }
            number += 1
        }
    }

    /// Whether another attempt to record a page may succeed: the page did not
    /// load, did not start, or crashed before it started.
    nonisolated static func mayPass(_ error: any Error) -> Bool {
        switch error {
        case let error as PageError: [.cannotLoad, .crashed, .hung, .neverStarted].contains(error.code)
        case PageServerError.noPage: true
        default: false
        }
    }

    /// Waits until the next attempt, or for a signal.
    private func pause(after error: any Error, number: Int, most: Int) async throws {
        let delay = arguments.retryDelay ?? Self.defaultDelay
        log?.add(.retrying(attempt: number, reason: "\(error)"))
        await signals.start()
        if !quiet {
            Message.warning(
                "\(error) Attempt \(number) of \(most) failed; retrying in \(delay.text) (--retry-delay).")
        }
        // A signal cancels the wait; one that comes at its end counts too.
        try? await signals.run { try await Task.sleep(for: delay) }
        if let status = signals.status {
            throw CommandError(status, "Stopped before another attempt began; nothing was written.")
        }
    }

    private static let defaultDelay = Duration.seconds(30)
}
