internal import EngineLink
import Synchronization

/// Whether the page's requests stop its clock.
///
/// The view reports the page's own requests (``PageRequests``). The network process lists all of them
/// (``NetworkRequests``), also those of shared workers and service workers, but cannot tell for how long a script waits.
/// May be used on any thread.
final class NetworkHold: Sendable {
    /// The network process's pending requests; `nil` if they do not stop the clock.
    private let list: NetworkRequests?
    /// The requests that the view has reported, and since when the network has had nothing to do with them.
    private let reported = Mutex(Reported())
    private let isOver = Atomic(false)

    private struct Reported {
        var count = 0
        var idleSince: SuspendingClock.Instant?
        /// The start times of pending requests that no longer stop the clock, by the view's identifiers.
        var left: [UInt: SuspendingClock.Instant] = [:]
    }

    /// How long the network must have had nothing to do until requests no longer stop the clock, in real time.
    ///
    /// A worker of the page answers them then, and may wait for a timer before it does.
    private static let idleInterval = Duration.milliseconds(200)

    init(_ list: NetworkRequests?) { self.list = list }

    /// Whether requests stop the clock.
    var stopsTime: Bool {
        guard !isOver.load(ordering: .sequentiallyConsistent) else { return false }
        return areListedWaiting || areReportedWaiting
    }

    /// Whether the network process has pending requests, without those that are left.
    private var areListedWaiting: Bool {
        guard let waiting = list?.waiting, waiting > 0 else { return false }
        let now = SuspendingClock.now
        return waiting > reported.withLock { $0.left.count { $0.value.duration(to: now) < NetworkRequests.limit } }
    }

    /// Whether the network is still at work on one of the requests that the view has reported.
    private var areReportedWaiting: Bool {
        reported.withLock { reported in
            guard reported.count > 0 else { return false }
            guard list?.areNone == true else {
                reported.idleSince = nil
                return true
            }
            let now = SuspendingClock.now
            let since = reported.idleSince ?? now
            reported.idleSince = since
            return since.duration(to: now) < Self.idleInterval
        }
    }

    /// Whether a connection is open that may bring something at any time.
    var isLive: Bool { list?.areLive == true }

    /// The address of a picture that never ends, if the page has one.
    var endlessPicture: String? { list?.endlessPicture }

    /// Stops the clock until ``end()``, as long as the network works; calls nest.
    func begin() {
        reported.withLock { reported in
            reported.count += 1
            reported.idleSince = nil
        }
    }

    /// Undoes one ``begin()``.
    func end() { reported.withLock { $0.count -= 1 } }

    /// Lets the clock run during one of the view's requests, until ``forget(_:)``.
    ///
    /// - Parameters:
    ///   - name: Distinguishes it from other pending requests.
    ///   - begun: When it began.
    func leave(_ name: UInt, begun: SuspendingClock.Instant) { reported.withLock { $0.left[name] = begun } }

    /// Records that a request has ended, if it was left.
    func forget(_ name: UInt) { reported.withLock { $0.left[name] = nil } }

    /// Lets the clock run during all requests from now on.
    func endForGood() { isOver.store(true, ordering: .sequentiallyConsistent) }
}

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
