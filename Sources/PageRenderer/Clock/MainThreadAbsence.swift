internal import EngineLink

/// How long a page's main thread has been outside its event loop while the page was idle.
///
/// It may be waiting for a disk, for another program, or for the network, as in a synchronous request; most
/// respond within milliseconds, and time must not advance, and no picture be taken, before that. Or it waits
/// for a sleeping thread, such as one that plays sound; then only advancing time ends the wait. Only how long
/// it lasts tells them apart.
struct MainThreadAbsence {
    private var rested = Duration.zero
    private var last: (instant: SuspendingClock.Instant, work: Duration)?
    /// The page's time at which the thread last needed time, unless the page has worked since.
    private var need: PageInstant?
    private var limit = firstLimit

    /// How long the page must have been idle, in real time, until its main thread needs time.
    private static let firstLimit = Duration.milliseconds(200)
    /// The same for each further step of a wait that needs several: the effect of a step must show at once.
    private static let nextLimit = Duration.milliseconds(20)
    /// How much of the interval between two looks counts as idle at most: on a busy machine the page may have
    /// worked in between.
    private static let longestInterval = Duration.milliseconds(5)
    /// More CPU time than this between two looks means that the page has worked, and becomes idle anew.
    private static let leastWork = Duration.milliseconds(1)

    /// Notes that the page is idle and its main thread is away, and tells whether only advancing time can end
    /// that.
    ///
    /// - Parameters:
    ///   - time: The page's time.
    ///   - instant: The real time.
    ///   - work: The CPU time that the page has used.
    mutating func needsTime(at time: PageInstant, seenAt instant: SuspendingClock.Instant, work: Duration) -> Bool {
        defer { last = (instant, work) }
        guard let last, work - last.work <= Self.leastWork else {
            rested = .zero
            need = nil
            return false
        }
        if need == time { return true }
        rested += min(last.instant.duration(to: instant), Self.longestInterval)
        guard rested >= limit else { return false }
        rested = .zero
        need = time
        limit = Self.nextLimit
        return true
    }
}
