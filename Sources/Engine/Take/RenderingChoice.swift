internal import EngineLink
internal import Frames
internal import PageSampler

/// How one take is rendered, and why.
struct RenderingChoice {
    private enum State {
        /// The page is painted, until the start of the recording decides.
        case open
        /// - Parameter reason: The end of "because …".
        case decided(PageOptions.Rendering, reason: String)
    }

    private var state: State
    /// When the page was last inspected.
    var lastLook: RecordingTime?
    /// What needed compositing after painted pictures were chosen.
    var lateNeed: LayerNeed?

    /// Whether the start of the recording is still to decide.
    var isOpen: Bool {
        if case .open = state { true } else { false }
    }

    /// Composited or painted.
    var rendering: PageOptions.Rendering {
        if case .decided(let rendering, _) = state { rendering } else { .painted }
    }

    /// Why, as the end of "because …".
    var reason: String {
        if case .decided(_, let reason) = state { return reason }
        return "the recording had not begun when this was to be decided"
    }

    /// Decides, whatever was decided before.
    ///
    /// - Parameters:
    ///   - rendering: Composited or painted.
    ///   - reason: The end of "because …".
    mutating func decide(on rendering: PageOptions.Rendering, because reason: String) {
        state = .decided(rendering, reason: reason)
    }

    /// Chooses from the plan alone, before the page is loaded.
    init(_ plan: TakePlan) {
        let options = plan.options
        if let need = plan.layerNeed {
            let start = need.time == .zero ? "" : " from \(need.time.text) on; it was recorded again from the start"
            state = .decided(.composited, reason: "the page has \(need.what)\(start)")
            return
        }
        switch (options.rendering, plan.capture) {
        // On a transparent ground a page that is painted leaves trails of what
        // moves (WebKitGTK 2.50), or loses what does not (2.54,
        // https://bugs.webkit.org/324543).
        case (.auto, .view) where options.isTransparent:
            state = .decided(.composited, reason: "a page that is painted at once does not keep its transparency")
        case (.auto, .view):
            state = .open
        case (.auto, .snapshot):
            state = .decided(.painted, reason: "snapshots are painted at once in any case")
        case (let asked, _):
            state = .decided(asked, reason: "it was asked for")
        }
    }
}
