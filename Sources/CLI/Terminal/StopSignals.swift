import Glibc

/// Handles SIGINT, SIGTERM, SIGHUP and SIGQUIT for a command.
///
/// The first signal interrupts the current operation and determines the exit
/// status. The second aborts the operation and ends the process, as SIGQUIT does
/// at once.
@MainActor
final class StopSignals {
    /// The exit status of the first signal; `nil` before any signal.
    private(set) var status: ExitStatus?

    /// How the current operation is ended.
    private struct Operation {
        let interrupt: @MainActor () -> Void
        let abort: @MainActor () -> Void
    }

    private var operation: Operation?
    /// Whether the first signal came while there was no operation to interrupt.
    private var isPending = false
    private var source: SignalSource?
    private let exit: (Int32) -> Void

    /// Creates the object; ``start()`` installs the handler.
    ///
    /// - Parameter exit: Ends the process.
    init(exit: @escaping (Int32) -> Void = { Glibc.exit($0) }) { self.exit = exit }

    /// Installs the handler, once; when this returns, no signal is missed.
    func start() async {
        guard source == nil else { return }
        let source = SignalSource { [weak self] in self?.hear($0) }
        self.source = source
        await source.start()
    }

    /// Runs an operation.
    ///
    /// A signal that came before, while no operation was running, interrupts it at
    /// once.
    ///
    /// - Parameters:
    ///   - interrupt: Ends the operation early but completely; called at most once.
    ///   - abort: Removes unfinished files and prints a message; the process ends
    ///     next.
    /// - Returns: The operation's result.
    /// - Throws: The operation's error.
    func run<Value, Failure: Error>(
        interrupt: @escaping @MainActor () -> Void, abort: @escaping @MainActor () -> Void = {},
        _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let outer = operation
        operation = Operation(interrupt: interrupt, abort: abort)
        defer { operation = outer }
        if isPending {
            isPending = false
            interrupt()
        }
        return try await body()
    }

    /// Runs an operation that is interrupted by canceling its task.
    ///
    /// - Parameter abort: Removes unfinished files and prints a message; the process
    ///   ends next.
    /// - Returns: The operation's result.
    /// - Throws: The operation's error.
    func run<Value: Sendable>(
        abort: @escaping @MainActor () -> Void = {}, task body: @escaping @MainActor () async throws -> Value
    ) async throws -> Value {
        let work = Task { try await body() }
        return try await run(interrupt: { work.cancel() }, abort: abort) { try await work.value }
    }

    /// Handles a signal.
    func hear(_ number: Int32) {
        let status = ExitStatus(signal: number)
        guard self.status == nil, number != SIGQUIT else {
            operation?.abort()
            return exit(status.rawValue)
        }
        self.status = status
        guard let operation else { return isPending = true }
        operation.interrupt()
    }
}
