public import EngineLink
private import Synchronization

/// Takes pictures of a page at moments of its own time.
///
/// Any task may run it; it runs once.
public final class PageStills: Sendable {
    private let recording: Recording
    private let missing: Missing

    /// The moments that have not come.
    private final class Missing: Sendable {
        private let all: [PictureMoment]
        private let rest: Mutex<[PictureMoment]>
        var moments: [PictureMoment] { rest.withLock(\.self) }

        init(_ all: [PictureMoment]) {
            self.all = all
            rest = Mutex(all)
        }

        func remove(_ moment: PictureMoment) { rest.withLock { $0.removeAll { $0 == moment } } }

        /// A page that is loaded again has its pictures taken again.
        func restart() { rest.withLock { $0 = all } }
    }

    /// Plans to take pictures; nothing starts yet.
    ///
    /// - Parameters:
    ///   - plan: How the page is followed, with the moments; its output and
    ///     what concerns the video do not matter. Without a longest page time
    ///     a signal is awaited for ever.
    ///   - onEvent: Hears what happens, as ``Recording`` tells it.
    ///   - onStill: Takes each picture, in the same way. A page that turns
    ///     out to need layers is loaded again, and its pictures are all taken
    ///     once more.
    public init(
        _ plan: RecordingPlan, onEvent: @escaping @Sendable (RecordingEvent) -> Void = { _ in },
        onStill: @escaping @Sendable (Still) -> Void
    ) {
        var plan = plan
        plan.isRehearsal = true
        plan.requiresExactClock = true
        let missing = Missing(plan.moments)
        self.missing = missing
        recording = Recording(plan) { event in
            if case .loading = event { missing.restart() }
            onEvent(event)
        } onStill: { still in
            missing.remove(still.moment)
            onStill(still)
        }
    }

    /// Follows the page until every picture has been taken.
    ///
    /// - Returns: The moments that did not come.
    /// - Throws: ``PageError`` or ``RecordingError``.
    public func run() async throws -> [PictureMoment] {
        let summary = try await recording.run()
        if summary.exitReason == .interrupted {
            throw RecordingError(.interrupted, "Stopped before all pictures were taken.")
        }
        return missing.moments
    }

    /// Ends it from outside.
    public func interrupt() { recording.interrupt() }
}
