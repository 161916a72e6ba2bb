import Dispatch
import Foundation

/// Runs a command's asynchronous work from its synchronous beginning.
enum CommandLoop {
    /// Runs the body on the main actor, which the main thread serves meanwhile.
    ///
    /// An asynchronous `main` would end the main thread at its first suspension
    /// (dispatch_main(3)), and with it `/proc/self/fd`, by which outputs without a
    /// name are opened.
    ///
    /// - Returns: What the body returned.
    /// - Throws: What the body threw.
    static func run<Result: Sendable, Failure: Error>(
        _ body: @escaping @MainActor () async throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let outcome = Outcome<Result, Failure>()
        Task { @MainActor in
            do throws(Failure) {
                outcome.value = .success(try await body())
            } catch {
                outcome.value = .failure(error)
            }
        }
        while true {
            if let value = outcome.value { return try value.get() }
            _ = RunLoop.main.run(mode: .default, before: .distantFuture)
        }
    }

    /// Written by the main actor and read by the main thread, which serves it.
    private final class Outcome<Result: Sendable, Failure: Error>: @unchecked Sendable {
        var value: Swift.Result<Result, Failure>?
    }
}

/// A listener for any thread, whose events are handled on the main actor, in
/// their order and later.
func onMainActor<Event: Sendable>(_ handle: @escaping @MainActor (Event) -> Void) -> @Sendable (Event) -> Void {
    { event in DispatchQueue.main.async { MainActor.assumeIsolated { handle(event) } } }
}
