package import EngineLink

/// How a step in progress lets the page's time pass.
///
/// The page stands still while the step acts, on the virtual clock.
@MainActor
package protocol StepPacing: AnyObject {
    /// The page's time.
    var now: PageInstant { get }
    /// The time between two refreshes of the display.
    var refreshInterval: Duration { get }
    /// The display's first refresh at an instant or later; if it is unknown, the instant.
    func refresh(notBefore instant: PageInstant) -> PageInstant
    /// Whether the step may go on waiting until its element can be used.
    var hasTime: Bool { get }
    /// Lets the page's time pass.
    ///
    /// - Throws: ``StepInterruption`` if the page is no longer followed.
    func pass(until instant: PageInstant) async throws(StepInterruption)
}

/// The page is no longer followed.
package struct StepInterruption: Error {
    /// Describes it.
    package init() {}
}

extension StepPacing {
    /// Lets the page's time pass until the display has been refreshed once more.
    package func passRefresh() async throws(StepInterruption) { try await pass(for: refreshInterval) }

    /// Lets the page's time pass until the display has been refreshed once more and is about to be again.
    func passToRefresh() async throws(StepInterruption) {
        // The clock is at whole microseconds, and the interval is not.
        let earliest = now.advanced(by: refreshInterval - .microseconds(2))
        try await pass(until: refresh(notBefore: earliest))
    }

    /// Lets a length of the page's time pass.
    func pass(for length: Duration) async throws(StepInterruption) { try await pass(until: now.advanced(by: length)) }
}
