internal import Frames

/// An instant on the clock of a page.
///
/// It comes from the virtual clock or, in real time, from a monotonic clock that stops while the
/// machine sleeps. Timeouts for the page use the machine's clocks, whose instants have other types.
public struct PageInstant: Sendable, Hashable, InstantProtocol {
    /// Nanoseconds since the clock's arbitrary origin.
    private let nanoseconds: Int64

    private init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// Returns the instant at a number of microseconds of the virtual clock.
    package init(microseconds: Int64) { nanoseconds = microseconds * 1000 }

    /// The current instant for pages in real time.
    package static var realNow: PageInstant {
        PageInstant(nanoseconds: Int64(realBeginning.duration(to: SuspendingClock.now).wholeNanoseconds))
    }

    /// The origin of real instants.
    private static let realBeginning = SuspendingClock.now

    /// Microseconds of the virtual clock, rounded down.
    package var microseconds: Int64 { (nanoseconds - (nanoseconds < 0 ? 999 : 0)) / 1000 }

    /// Returns the instant a length of time later, to the nanosecond.
    public func advanced(by length: Duration) -> PageInstant {
        PageInstant(nanoseconds: nanoseconds + Int64(length.wholeNanoseconds))
    }

    /// Returns the length of time until another instant of the same page.
    public func duration(to other: PageInstant) -> Duration { .nanoseconds(other.nanoseconds - nanoseconds) }

    /// Whether an instant is before another of the same page.
    public static func < (first: PageInstant, second: PageInstant) -> Bool { first.nanoseconds < second.nanoseconds }
}
