import Dispatch
import Foundation

/// Runs a command's asynchronous work from a synchronous `run()`.
enum CommandLoop {
    /// Runs the body on the main actor, while the main thread runs its run
    /// loop.
    ///
    /// An asynchronous `main` would end the main thread at its first suspension
    /// (dispatch_main(3)), and with it `/proc/self/fd`, through which unnamed
    /// outputs are opened.
    ///
    /// - Returns: The body's result.
    /// - Throws: The body's error.
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

    /// Safe without a lock: the main actor writes it and the main thread reads
    /// it, which are the same thread.
    private final class Outcome<Result: Sendable, Failure: Error>: @unchecked Sendable {
        var value: Swift.Result<Result, Failure>?
    }
}

/// Makes a listener that may be called on any thread and handles events on the
/// main actor, later and in order.
func onMainActor<Event: Sendable>(_ handle: @escaping @MainActor (Event) -> Void) -> @Sendable (Event) -> Void {
    { event in DispatchQueue.main.async { MainActor.assumeIsolated { handle(event) } } }
}
