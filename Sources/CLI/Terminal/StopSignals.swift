import Dispatch
import Glibc
import Synchronization

/// Handles SIGINT, SIGTERM, SIGHUP and SIGQUIT for a command.
///
/// The first signal interrupts the current operation and determines the exit
/// status. The second aborts the operation and ends the process, as SIGQUIT does
/// at once.
@MainActor
final class StopSignals {
    /// The exit status of the first signal; `nil` before any signal.
    private(set) var status: ExitStatus?

    private struct Operation {
        let interrupt: @MainActor () -> Void
        let abort: @MainActor () -> Void
    }

    private var operation: Operation?
    /// When the first signal came.
    private var first: SuspendingClock.Instant?
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

    /// How soon after the first signal the same one is that signal once more: timeout(1) sends it to the process and
    /// then to its group.
    private static let echo = Duration.milliseconds(300)

    /// Handles a signal.
    func hear(_ number: Int32, at instant: SuspendingClock.Instant = .now) {
        let status = ExitStatus(signal: number)
        if let first, self.status == status, first.duration(to: instant) < Self.echo { return }
        first = first ?? instant
        guard self.status == nil, number != SIGQUIT else {
            operation?.abort()
            return exit(status.rawValue)
        }
        self.status = status
        guard let operation else { return isPending = true }
        operation.interrupt()
    }
}

/// Delivers SIGINT, SIGTERM, SIGHUP and SIGQUIT on the main actor in place of their
/// ending the process.
@MainActor
final class SignalSource {
    private let sources: [any DispatchSourceSignal]

    /// How long the process has to end after a second signal or SIGQUIT.
    private nonisolated static let patience = DispatchTimeInterval.seconds(10)

    /// Prepares; ``start()`` begins to deliver.
    ///
    /// - Parameter onSignal: Called with the signal's number each time.
    init(onSignal: @escaping @MainActor (Int32) -> Void) {
        // Under nohup(1) a hang-up is ignored already, and stays so.
        let numbers = [SIGINT, SIGTERM, SIGQUIT] + (InheritedSignals.isIgnored(SIGHUP) ? [] : [SIGHUP])
        Self.block(numbers)
        sources = Self.sources(of: numbers, onSignal)
    }

    /// Makes the sources on a queue of their own, because the main thread may be blocked.
    private nonisolated static func sources(
        of numbers: [Int32], _ onSignal: @escaping @MainActor (Int32) -> Void
    ) -> [any DispatchSourceSignal] {
        let queue = DispatchQueue(label: "pagereel.signals")
        let counter = Counter()
        return numbers.map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                DispatchQueue.main.async { MainActor.assumeIsolated { onSignal(number) } }
                guard counter.next() > 1 || number == SIGQUIT else { return }
                queue.asyncAfter(deadline: .now() + patience) { _exit(128 + number) }
            }
            return source
        }
    }

    private final class Counter: Sendable {
        private let value = Atomic(0)

        func next() -> Int { value.add(1, ordering: .relaxed).newValue }
    }

    /// Starts to deliver, and returns once every signal is delivered.
    ///
    /// Dispatch registers its sources on another thread; a signal that comes before
    /// that ends the process.
    func start() async {
        for source in sources { await Self.start(source) }
    }

    private nonisolated static func start(_ source: any DispatchSourceSignal) async {
        await withCheckedContinuation { continuation in
            source.setRegistrationHandler { continuation.resume() }
            source.activate()
        }
    }

    /// Blocks signals in the main thread; Dispatch delivers them all the same.
    ///
    /// The page's processes inherit the mask. Ctrl-C at the terminal reaches them
    /// too, and must not end them before their recording.
    private static func block(_ numbers: [Int32]) {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        for number in numbers { unsafe sigaddset(&signals, number) }
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    isolated deinit {
        for source in sources {
            // Dispatch traps when a source is released that was never activated;
            // activating it again does nothing.
            source.activate()
            source.cancel()
        }
    }
}

/// The signal dispositions and the signal mask that the program starts with.
///
/// The program inherits both through execve(2) from the process that starts it.
enum InheritedSignals {
    /// Sets the dispositions that the program relies on; called before anything else.
    ///
    /// - With SIGCHLD ignored waitpid(2) does not return the status of a child.
    /// - SIGXFSZ would end the process at the file size limit; ignored, the
    ///   write fails with EFBIG and the recorder reports it.
    /// - SIGINT, SIGTERM and SIGHUP end the process with a message, also in a
    ///   command that has no ``StopSignals``. SIGHUP stays ignored under nohup(1),
    ///   and SIGINT in a background job of a shell script.
    /// - SIGQUIT does so too. Swift's runtime would print a backtrace and go on, if
    ///   it is told to report crashes.
    static func set() {
        var all = sigset_t()
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_UNBLOCK, &all, nil)
        signal(SIGCHLD, SIG_DFL)
        signal(SIGXFSZ, SIG_IGN)
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] where !isIgnored(number) { signal(number, stopAtOnce) }
    }

    /// Whether the parent process had a signal ignored.
    static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard unsafe sigaction(number, nil, &action) == 0 else { return false }
        return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self)
            == unsafeBitCast(SIG_IGN, to: UInt.self)
    }
}

/// Async-signal-safe: a constant text, write(2) and _exit(2).
private func stopAtOnce(_ number: Int32) {
    let text: StaticString = "pagereel: error: stopped by a signal.\n"
    _ = unsafe write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
    _exit(128 + number)
}
