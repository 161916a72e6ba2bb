import Dispatch
import Glibc

/// Hears SIGINT and SIGTERM on the main actor in place of dying of them.
@MainActor
final class SignalWatcher {
    private let sources: [any DispatchSourceSignal]

    /// Starts hearing.
    ///
    /// - Parameter onSignal: Called with the signal's number each time.
    init(onSignal: @escaping @MainActor (Int32) -> Void) {
        sources = [SIGINT, SIGTERM].map { number in
            // Ignored, not handled: children inherit that, so Ctrl-C at the
            // terminal does not end the page's process before its recording.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
            source.setEventHandler { MainActor.assumeIsolated { onSignal(number) } }
            source.activate()
            return source
        }
    }

    isolated deinit {
        for source in sources { source.cancel() }
    }
}
