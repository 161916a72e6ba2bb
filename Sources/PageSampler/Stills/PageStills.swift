public import EngineLink
private import Synchronization

/// Captures single pictures of a page, at moments of the page's time.
///
/// Any task may run it; it runs once.
public final class PageStills: Sendable {
    private let moments: [PictureMoment]
    private let pageRun: PageRun
    private let onEvent: @Sendable (RecordingEvent) -> Void
    private let onStill: @Sendable (Still) -> Void
    private let onStepStill: @Sendable (StepStill) -> Void
    /// The moments that have not occurred yet.
    private let missing: Mutex<[PictureMoment]>
    private let outcomes = Mutex<[StepOutcome]>([])
    private let reason = Mutex<ExitReason?>(nil)

    /// Plans pictures; nothing starts yet.
    ///
    /// - Parameters:
    ///   - plan: How to follow the page. The clock must be exact. Without a page time limit, a
    ///     signal is awaited forever.
    ///   - moments: When to capture pictures.
    ///   - onEvent: Receives events, as `Recording` sends them.
    ///   - onStill: Receives each picture, in the same way. A page that turns out to need
    ///     compositing is loaded again, and all its pictures are captured again.
    ///   - onStepStill: Receives the pictures of `screenshot` steps, in the same way.
    public init(
        _ plan: TakePlan, at moments: [PictureMoment],
        onEvent: @escaping @Sendable (RecordingEvent) -> Void = { _ in },
        onStill: @escaping @Sendable (Still) -> Void,
        onStepStill: @escaping @Sendable (StepStill) -> Void = { _ in }
    ) {
        var plan = plan
        plan.pictures = .stills(moments)
        plan.requiresExactClock = true
        self.moments = moments
        self.onEvent = onEvent
        self.onStill = onStill
        self.onStepStill = onStepStill
        pageRun = PageRun(of: plan)
        missing = Mutex(moments)
    }

    /// The plan's steps and what became of them, in order; empty before ``run()`` has returned.
    public var steps: [StepOutcome] { outcomes.withLock(\.self) }

    /// Why the page was followed no longer, such as ``ExitReason/hung``; `nil` before ``run()`` has returned.
    public var exitReason: ExitReason? { reason.withLock(\.self) }

    /// Follows the page until every picture has been captured and every step has been performed.
    ///
    /// A step `stop` ends the steps. The steps `pause`, `resume` and `mark` have no effect but the picture of their moment.
    ///
    /// - Returns: The moments that did not occur.
    /// - Throws: `PageError`.
    public func run() async throws -> [PictureMoment] {
        try await pageRun.run(
            onEvent: onEvent,
            onStill: { [self] still in
                missing.withLock { $0.removeAll { $0 == still.moment } }
                onStill(still)
            }, onStepStill: onStepStill
        ) { take in
            missing.withLock { $0 = moments }
            defer { outcomes.withLock { $0 = take.record.steps } }
            let end = try await take.run().reason
            reason.withLock { $0 = end }
            guard end != .interrupted else {
                throw PageError(.interrupted, "Stopped before all pictures were taken.")
            }
            return missing.withLock(\.self)
        }
    }

    /// Stops, like an interruption by the user.
    public func interrupt() { pageRun.interrupt() }
}
