internal import EngineLink

/// Keeps a page's time from passing faster than the machine's, while a connection brings something at any time.
///
/// What a WebSocket brings 100 ms later is then about 100 ms later for the page too. Without that, the page's
/// time would pass as fast as it renders, and its timeouts before any answer.
struct LivePace {
    private var began: (real: SuspendingClock.Instant, page: PageInstant)?

    /// By how much a page may be behind and still catch up.
    private static let slack = Duration.milliseconds(100)

    /// Whether the page is ahead of the machine, counted from the first call.
    mutating func isAhead(_ page: PageInstant, at real: SuspendingClock.Instant) -> Bool {
        guard let began else {
            self.began = (real, page)
            return true
        }
        let due = began.page.advanced(by: began.real.duration(to: real))
        guard page <= due else { return true }
        // A page that is slow to render does not hurry afterwards.
        if page.duration(to: due) > Self.slack { self.began = (real, page) }
        return false
    }
}
