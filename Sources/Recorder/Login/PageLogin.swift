public import EngineLink
internal import Frames
internal import PageSampler

/// Loads a page and performs steps in it, to get its cookies and local storage; nothing is recorded.
///
/// Any task may run it; it runs once.
public final class PageLogin: Sendable {
    /// How the page is followed.
    public let plan: TakePlan

    private let pageRun: PageRun
    private let onEvent: @Sendable (RecordingEvent) -> Void

    /// Plans a login; nothing starts yet.
    ///
    /// - Parameters:
    ///   - plan: The page, its options and its steps. With an awaited element, the login ends when that exists and all
    ///     steps are done; without, when the page has loaded, all steps are done and the page has requested nothing for
    ///     a second of its time. The start timeout limits the time until the first step begins, and again the time from
    ///     the end of the last step; rendering and pictures are ignored.
    ///   - onEvent: Receives events, as ``Recording`` sends them.
    public init(_ plan: TakePlan, onEvent: @escaping @Sendable (RecordingEvent) -> Void = { _ in }) {
        var plan = plan
        plan.start = .load
        // Until the first step, for the steps, after the last one, and until the page is idle.
        plan.longestPageTime = plan.startTimeout * 3 + plan.longestTimeOfSteps
        plan.duration = nil
        plan.longestDuration = nil
        plan.pictures = .none
        plan.endsWhenReady = true
        plan.options.savesState = true
        plan.options.rendering = .painted
        plan.options.sound = .off
        self.plan = plan
        self.onEvent = onEvent
        pageRun = PageRun(of: plan)
    }

    /// Loads the page and follows it until it is ready.
    ///
    /// - Returns: The state, and what became of the steps.
    /// - Throws: `PageError` if the page could not be loaded or did not become ready.
    public func run() async throws -> LoginReport {
        try await pageRun.run(onEvent: onEvent) { take in
            let (reason, _) = try await take.run()
            if let error = Self.error(of: reason, in: plan) { throw error }
            let record = take.record
            guard let state = record.state else {
                throw PageError(.hung, "The page's cookies and local storage could not be read: it does not answer.")
            }
            return LoginReport(
                page: plan.page.description, state: state, steps: record.steps, warnings: record.warnings)
        }
    }

    /// Stops the login, as the user would.
    public func interrupt() { pageRun.interrupt() }

    /// Why an ending is a failure; `nil` if it is not.
    private static func error(of reason: ExitReason, in plan: TakePlan) -> PageError? {
        switch reason {
        case .stopped, .duration: nil
        case .longestDuration:
            PageError(
                .neverStarted,
                "The page was not ready after \((plan.longestPageTime ?? .zero).text) of its time: it was still loading. "
                    + "Name an element that shows that it is ready with --wait-for.")
        case .cancelled: PageError(.neverStarted, "The page sent the cancel signal.")
        case .interrupted: PageError(.interrupted, "Stopped; nothing was written.")
        case .hung: PageError(.hung, "The page no longer responds; nothing was written.")
        case .crashed: PageError(.crashed, "The page's process crashed; nothing was written.")
        }
    }
}

/// The result of a login.
public struct LoginReport: Sendable {
    /// The page's address, without credentials.
    public let page: String
    /// The cookies and the local storage at the end.
    public let state: PageState
    /// The steps and what became of them, in order.
    public let steps: [StepOutcome]
    /// Warnings, in order.
    public let warnings: [String]

    /// The first step that was to be done and was not; `nil` if all were.
    public var failedStep: StepOutcome? { steps.first { [.failed, .notReached].contains($0.status) } }
}
