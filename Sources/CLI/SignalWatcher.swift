import Dispatch
import Glibc

/// Hears SIGINT, SIGTERM and SIGHUP on the main actor in place of dying of them.
@MainActor
final class SignalWatcher {
    private let sources: [any DispatchSourceSignal]

    /// Starts hearing.
    ///
    /// - Parameter onSignal: Called with the signal's number each time.
    init(onSignal: @escaping @MainActor (Int32) -> Void) {
        // Under nohup(1) a hang-up is ignored already, and stays so.
        sources = ([SIGINT, SIGTERM] + (Self.isIgnored(SIGHUP) ? [] : [SIGHUP])).map { number in
            // Ignored, not handled: children inherit that, so Ctrl-C at the
            // terminal does not end the page's process before its recording.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
            source.setEventHandler { MainActor.assumeIsolated { onSignal(number) } }
            source.activate()
            return source
        }
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self)
            == unsafeBitCast(SIG_IGN, to: UInt.self)
    }

    isolated deinit {
        for source in sources { source.cancel() }
    }
}
