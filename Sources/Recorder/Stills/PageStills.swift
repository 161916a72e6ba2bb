internal import PageSampler

/// Takes pictures of a page at moments of its own time.
///
/// Lives on the main actor and runs once.
@MainActor
public final class PageStills {
    private let recording: Recording

    /// Plans to take pictures; nothing starts yet.
    ///
    /// - Parameters:
    ///   - plan: How the page is followed, with the moments; its output and
    ///     what concerns the video do not matter. Without a longest page time
    ///     a signal is awaited for ever.
    ///   - onEvent: Hears what happens, on the main actor.
    ///   - onStill: Takes each picture, on the main actor. A page that turns
    ///     out to need layers is loaded again, and its pictures are all taken
    ///     once more.
    public init(
        _ plan: RecordingPlan, onEvent: @escaping @MainActor (RecordingEvent) -> Void = { _ in },
        onStill: @escaping @MainActor (Still) -> Void
    ) {
        var plan = plan
        plan.isRehearsal = true
        plan.requiresExactClock = true
        recording = Recording(plan, onEvent: onEvent)
        recording.onStill = onStill
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
        return recording.awaitedMoments
    }

    /// Ends it from outside.
    public func interrupt() { recording.interrupt() }
}
