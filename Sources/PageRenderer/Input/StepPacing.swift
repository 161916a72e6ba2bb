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
    /// - Parameters:
    ///   - instant: Until when.
    ///   - answers: When the page's answers to what the step has sent are handled.
    /// - Throws: ``StepInterruption`` if the page is no longer followed.
    func pass(until instant: PageInstant, answers: PageAnswers) async throws(StepInterruption)
}

/// When this process handles what the page sends in answer to input.
package enum PageAnswers {
    /// Before the page's time passes.
    case atOnce
    /// After the refresh of the same instant, if the page takes part in it anyway. This spares the page's clock a stop.
    ///
    /// For one motion of the pointer that nothing else follows: the engine sends the next one only after that answer.
    case afterRefresh
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
    func passToRefresh(answers: PageAnswers = .atOnce) async throws(StepInterruption) {
        // The clock is at whole microseconds, and the interval is not.
        let earliest = now.advanced(by: refreshInterval - .microseconds(2))
        try await pass(until: refresh(notBefore: earliest), answers: answers)
    }

    /// Lets the page's time pass; the page's answers are handled before.
    package func pass(until instant: PageInstant) async throws(StepInterruption) {
        try await pass(until: instant, answers: .atOnce)
    }

    /// Lets a length of the page's time pass.
    func pass(for length: Duration) async throws(StepInterruption) { try await pass(until: now.advanced(by: length)) }
}
