internal import Frames
private import Glibc

/// An instant of the time that a page lives in.
///
/// On the virtual clock that is the recorder's time, on the real-time clock the
/// machine's, which stands still while the machine sleeps and which nobody can
/// set. How long a page may take is measured by the machine's clocks instead, whose
/// instants are of other types.
public struct PageInstant: Sendable, Hashable, InstantProtocol {
    /// Nanoseconds since the clock's own beginning, which means nothing by itself.
    private let nanoseconds: Int64

    private init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// Returns the instant at a number of microseconds of the virtual clock.
    package init(microseconds: Int64) { nanoseconds = microseconds * 1000 }

    /// The present instant of all pages that live in real time.
    package static var realNow: PageInstant {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return PageInstant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

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
