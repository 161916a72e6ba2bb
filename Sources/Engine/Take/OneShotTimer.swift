private import Dispatch
internal import Frames

/// Calls something once, on the main actor, unless it is let go before.
@MainActor
final class OneShotTimer {
    private let source: any DispatchSourceTimer

    /// Starts the timer; keep it for as long as it shall run.
    init(after delay: Duration, _ body: @escaping @MainActor () -> Void) {
        source = DispatchSource.makeTimerSource(flags: .strict, queue: .main)
        source.setEventHandler { MainActor.assumeIsolated(body) }
        source.schedule(deadline: .now() + .nanoseconds(max(0, delay.wholeNanoseconds)))
        source.activate()
    }

    isolated deinit { source.cancel() }
}
