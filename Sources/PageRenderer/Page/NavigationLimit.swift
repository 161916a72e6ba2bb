internal import EngineLink

/// Limits how often a page navigates, in any of its frames.
///
/// A page that navigates in a loop costs a request and a document each time. On the virtual clock,
/// one second of such a page would take minutes. Browsers have similar limits.
struct NavigationLimit {
    /// The most navigations within ``interval``.
    static let most = 1000
    /// In the page's time.
    static let interval = Duration.seconds(10)

    private var begun: PageInstant?
    private var count = 0

    /// What to do with a navigation.
    enum Verdict {
        case admitted
        /// Refused; the first refusal in its interval.
        case refused
        case refusedAgain
    }

    /// Counts a navigation.
    mutating func count(at instant: PageInstant) -> Verdict {
        if let begun, begun.duration(to: instant) < Self.interval {
            count += 1
        } else {
            begun = instant
            count = 1
        }
        return count <= Self.most ? .admitted : count == Self.most + 1 ? .refused : .refusedAgain
    }
}
