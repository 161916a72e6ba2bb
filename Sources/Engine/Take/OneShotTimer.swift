private import Dispatch
internal import Frames

/// Calls a closure once, on the main actor, unless it is released before.
@MainActor
final class OneShotTimer {
    private let source: any DispatchSourceTimer

    /// Starts the timer, which runs as long as it is referenced.
    init(after delay: Duration, _ body: @escaping @MainActor () -> Void) {
        source = DispatchSource.makeTimerSource(flags: .strict, queue: .main)
        source.setEventHandler { MainActor.assumeIsolated(body) }
        source.schedule(deadline: .now() + .nanoseconds(max(0, delay.wholeNanoseconds)))
        source.activate()
    }

    isolated deinit { source.cancel() }
}
