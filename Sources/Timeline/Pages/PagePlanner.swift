import Encoder
import EngineLink
import Frames
public import Recorder

/// Plans the recordings of a timeline's pages.
public struct PagePlanner: Sendable {
    /// Returns the plan of a recording, without its output's settings.
    let plan: @Sendable (_ recording: ClipRecording, _ output: String, _ hasSound: Bool) throws -> RecordingPlan

    /// Creates a planner.
    ///
    /// - Parameter plan: Returns the plan of a recording to an MKV file, as FFV1. `hasSound` says whether the page's sound
    ///   is needed.
    public init(
        _ plan:
            @escaping @Sendable (_ recording: ClipRecording, _ output: String, _ hasSound: Bool) throws
            -> RecordingPlan
    ) { self.plan = plan }

    /// Plans recordings with the options of a ``PageClip`` that are not command-line arguments.
    public static let standard = PagePlanner { recording, output, hasSound in
        let page = recording.page
        guard page.options.isEmpty else {
            throw TimelineError(
                .unsupportedSource, "The options of the page '\(page.address)' need a PagePlanner that reads them.")
        }
        var plan = RecordingPlan(page: try PageAddress(page.address), output: output)
        plan.options.size = page.size
        plan.options.scale = page.scale
        plan.options.isTransparent = page.isTransparent
        plan.frameRate = recording.frameRate
        plan.duration = recording.duration
        plan.start = page.waitsForStart ? .signal : .load
        plan.codec = .ffv1
        plan.pageSound.mode = hasSound ? .auto : .off
        return plan
    }
}
