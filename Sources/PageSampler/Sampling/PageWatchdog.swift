private import Dispatch
internal import Frames

/// Asks the page's process again and again whether it still answers.
@MainActor
public final class PageWatchdog {
    private let view: PageView
    private let limit: Duration
    private let onHang: @MainActor () -> Void
    private let timer: any DispatchSourceTimer
    private var state = State.idle

    private enum State {
        /// The page has answered.
        case idle
        /// It was asked, and has not answered.
        case asked(since: SuspendingClock.Instant)
        /// It did not answer in time.
        case hung
    }

    /// Starts asking.
    ///
    /// - Parameters:
    ///   - view: The page, which has been loaded or is loading.
    ///   - limit: How long an answer may take.
    ///   - onHang: Called once, on the main actor, when none came in time.
    public init(view: PageView, limit: Duration, onHang: @escaping @MainActor () -> Void) {
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
                // A document that went away in between is an answer too.
            }
            self?.answered()
        }
    }

    private func answered() {
        if case .asked = state { state = .idle }
    }
}
