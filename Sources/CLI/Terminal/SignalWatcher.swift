import Dispatch
import Glibc

/// Hears SIGINT, SIGTERM and SIGHUP on the main actor in place of dying of them.
@MainActor
final class SignalWatcher {
    private let sources: [any DispatchSourceSignal]

    /// Prepares to hear; ``start()`` begins.
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

    /// Starts hearing, and returns once every signal is heard.
    ///
    /// Dispatch begins in a thread of its own, and one that comes before that
    /// ends the process.
    func start() async {
        for source in sources {
            await withCheckedContinuation { continuation in
                source.setRegistrationHandler { continuation.resume() }
                source.activate()
            }
        }
    }

    /// Keeps signals from the main thread; Dispatch hears of them all the
    /// same.
    ///
    /// The page's processes inherit that. Ctrl-C at the terminal reaches them
    /// too, and must not end them before their recording.
    private static func block(_ numbers: [Int32]) {
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in numbers { sigaddset(&signals, number) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    isolated deinit {
        for source in sources {
            // Dispatch ends a process that lets go of a source that has not
            // been activated; a second time does nothing.
            source.activate()
            source.cancel()
        }
    }
}
