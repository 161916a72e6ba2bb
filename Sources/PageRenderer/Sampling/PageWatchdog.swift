private import Dispatch
internal import Frames

/// Checks regularly that the page's process still responds.
@MainActor
package final class PageWatchdog {
    private let view: PageView
    private let limit: Duration
    private let onHang: @MainActor () -> Void
    private let timer: any DispatchSourceTimer
    private var state = State.idle

    private enum State {
        /// The page has responded.
        case idle
        /// A check was sent; no response yet.
        case asked(since: SuspendingClock.Instant)
        /// The page did not respond in time.
        case hung
    }

    /// Starts checking.
    ///
    /// - Parameters:
    ///   - view: The page, loading or loaded.
    ///   - limit: How long a response may take.
    ///   - onHang: Called once, on the main actor, when a response did not come in time.
    package init(view: PageView, limit: Duration, onHang: @escaping @MainActor () -> Void) {
        self.view = view
        self.limit = limit
        self.onHang = onHang
        timer = DispatchSource.makeTimerSource(queue: .main)
        timer.setEventHandler { [weak self] in
            MainActor.assumeIsolated { self?.check() }
        }
        let interval = min(Duration.seconds(1), limit / 4).wholeNanoseconds
        timer.schedule(deadline: .now(), repeating: .nanoseconds(interval))
        timer.activate()
    }

    isolated deinit { timer.cancel() }

    private func check() {
        switch state {
        case .idle: ask()
        case .asked(let since):
            guard since.duration(to: SuspendingClock.now) >= limit else { return }
            state = .hung
            onHang()
        case .hung: break
        }
    }

    private func ask() {
        state = .asked(since: SuspendingClock.now)
        Task { [weak self, view] in
            do {
                _ = try await view.evaluate("return 1")
            } catch {
                // A document that was replaced in between also counts as a response.
            }
            self?.answered()
        }
    }

    private func answered() {
        if case .asked = state { state = .idle }
    }
}
