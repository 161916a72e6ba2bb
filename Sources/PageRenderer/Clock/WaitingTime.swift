internal import Glibc

/// The time for which the recorder waits for a page, minus the time in which the page had no processor.
///
/// On a busy machine, a page that needs a second of processor time may take a minute, and has not hung.
struct WaitingTime {
    private let begun: SuspendingClock.Instant
    /// How long each thread had been ready to run without a processor when the wait became a long one.
    private var firstDelays: [pid_t: Duration]?

    /// Begins.
    init(at begun: SuspendingClock.Instant = .now) { self.begun = begun }

    /// Whether the page has had a length of time.
    ///
    /// The longest delay of a thread is subtracted: on the way to the page's next idle moment the other threads mostly
    /// wait for that one. At ``longest`` times the length, nothing is subtracted any more, so that every wait ends.
    ///
    /// - Parameters:
    ///   - limit: The length; always the same.
    ///   - delays: How long each thread of the page has been ready to run without a processor, in its whole life;
    ///     read in long waits only.
    mutating func exceeds(
        _ limit: Duration, at now: SuspendingClock.Instant = .now, delays: () -> [pid_t: Duration]
    ) -> Bool {
        let length = begun.duration(to: now)
        guard let firstDelays else {
            if length > limit / 20 { firstDelays = delays() }
            return false
        }
        guard length > limit else { return false }
        guard length < limit * Self.longest else { return true }
        let missed = delays().map { $1 - (firstDelays[$0] ?? .zero) }.max() ?? .zero
        return length - missed > limit
    }

    /// The longest real time of a wait, in multiples of its limit.
    static let longest = 4
}
