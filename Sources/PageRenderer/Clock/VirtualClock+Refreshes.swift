package import EngineLink
private import Synchronization

// Refreshes of the page's display.

extension VirtualClock {
    /// Waits after a refresh until the page has painted and is idle; time stands still.
    ///
    /// A page that shows changes without a rendering update is made to show them.
    ///
    /// - Parameter end: When to return.
    /// - Returns: Whether the page became idle in time.
    func settleAfterRefresh(until end: RefreshEnd) async -> Bool {
        await onQueue {
            guard self.waitForRest(until: end) else { return false }
            let isPainted = end == .picture && self.hasPicture.load(ordering: .sequentiallyConsistent)
            guard !isPainted, self.shared.isDisplayHeld else { return true }
            self.shared.releaseDisplay()
            return self.waitForRest(until: end)
        }
    }

    /// How far a page goes at a refresh.
    enum RefreshEnd {
        /// Until it is idle.
        case rest
        /// Until the view's first picture; without one, until it is idle. Messages that are held back
        /// (``PageMessages``) and tasks stay so, and with them the page's later pictures of the same instant.
        case picture
        /// Until it has displayed its changes, or is idle. Tasks that follow stay held back: the compositor
        /// makes the picture later.
        case display
    }

    /// Notes that the view has a new picture of the page.
    func notePicture() { hasPicture.store(true, ordering: .sequentiallyConsistent) }

    /// Counts a refresh of the page's display, before it happens.
    ///
    /// - Parameters:
    ///   - endsAtPicture: Whether the page displays nothing more at this refresh once the picture is complete.
    ///   - isComposited: Whether the page has a compositor thread. The main thread's next task then waits for the picture.
    func countRefresh(endsAtPicture: Bool, isComposited: Bool) {
        hasPicture.store(false, ordering: .sequentiallyConsistent)
        shared.countRefresh(endsAtPicture: endsAtPicture, isComposited: isComposited)
    }

    // MARK: For a report

    /// The times at which the clock stood still for requests and that have ended since the last call.
    ///
    /// Empty unless ``PageOptions/reportsActivity`` is set.
    ///
    /// - Parameters:
    ///   - beginning: When the page began to arrive.
    ///   - origin: When the real time of the report began.
    package func takeHolds(
        since beginning: PageInstant, realOrigin origin: SuspendingClock.Instant
    ) -> [ClockHold] {
        (stops?.takeStops() ?? []).map { stop in
            ClockHold(
                stop.reason, pageTime: beginning.duration(to: stop.instant), realTime: origin.duration(to: stop.begun),
                duration: stop.duration)
        }
    }
}
