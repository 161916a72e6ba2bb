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

    /// Lets a length of the page's time pass.
    func pass(for length: Duration) async throws(StepInterruption) { try await pass(until: now.advanced(by: length)) }
}
