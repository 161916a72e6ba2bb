import Dispatch
import Glibc

/// Delivers SIGINT, SIGTERM and SIGHUP on the main actor in place of their
/// ending the process.
@MainActor
final class SignalSource {
    private let sources: [any DispatchSourceSignal]

    /// Prepares; ``start()`` begins to deliver.
    ///
    /// - Parameter onSignal: Called with the signal's number each time.
    init(onSignal: @escaping @MainActor (Int32) -> Void) {
        // Under nohup(1) a hang-up is ignored already, and stays so.
        let numbers = [SIGINT, SIGTERM] + (InheritedSignals.isIgnored(SIGHUP) ? [] : [SIGHUP])
        Self.block(numbers)
        sources = numbers.map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
            source.setEventHandler { MainActor.assumeIsolated { onSignal(number) } }
            return source
        }
    }

    /// Starts to deliver, and returns once every signal is delivered.
    ///
    /// Dispatch registers its sources on another thread; a signal that comes before
    /// that ends the process.
    func start() async {
        for source in sources {
            await withCheckedContinuation { continuation in
                source.setRegistrationHandler { continuation.resume() }
                source.activate()
            }
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
