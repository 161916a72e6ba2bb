internal import EngineLink
internal import Frames
internal import PageSampler

/// How one take is rendered, and why.
struct RenderingChoice {
    /// Composited or painted.
    var rendering: PageOptions.Rendering
    /// Why, as the end of "because …".
    var reason: String
    /// Whether the start of the recording is still to decide.
    var isOpen = false
    /// When the page was last inspected.
    var lastLook: RecordingTime?
    /// What needed compositing after painted pictures were chosen.
    var lateNeed: LayerNeed?

    /// Chooses from the plan alone, before the page is loaded.
    init(_ plan: TakePlan) {
        let options = plan.options
        if let need = plan.layerNeed {
            rendering = .composited
            reason =
                need.time == .zero
                ? "the page has \(need.what)"
                : "the page has \(need.what) from \(need.time.text) on; it was recorded again from the start"
            return
        }
        switch (options.rendering, plan.capture) {
        // On a transparent ground a page that is painted leaves trails of what
        // moves (WebKitGTK 2.50), or loses what does not (2.54,
        // https://bugs.webkit.org/324543).
        case (.auto, .view) where options.isTransparent:
            rendering = .composited
            reason = "a page that is painted at once does not keep its transparency"
        case (.auto, .view):
            rendering = .painted
            reason = "the recording had not begun when this was to be decided"
            isOpen = true
        case (.auto, .snapshot):
            rendering = .painted
            reason = "snapshots are painted at once in any case"
        case (let asked, _):
            rendering = asked
            reason = "it was asked for"
        }
    }
}
