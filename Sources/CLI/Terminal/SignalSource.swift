import Dispatch
import Glibc
import Synchronization

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

    /// The number of signals so far.
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
