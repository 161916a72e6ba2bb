internal import EngineLink

/// Limits a page's time to the speed of real time while a connection is open.
///
/// A WebSocket's message that arrives 100 ms later is then about 100 ms later for the page. Without the limit, the
/// page's timeouts would fire before the answer arrives.
struct LivePace {
    private var began: (real: SuspendingClock.Instant, page: PageInstant)?

    /// The longest delay for which a page may catch up.
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
