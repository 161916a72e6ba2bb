internal import EngineLink
internal import Frames
internal import PageRenderer

/// How one take is rendered, and why.
struct RenderingChoice {
    private enum State {
        /// The page is painted, until the start of the recording decides.
        case open
        /// - Parameter reason: The reason, as the end of "because …".
        case decided(PageOptions.Rendering, reason: String)
    }

    private var state: State
    /// When the page was last inspected.
    var lastLook: RecordingTime?
    /// What needed compositing after painted rendering was chosen or requested.
    var lateNeed: LayerNeed?

    /// Whether the rendering is still undecided.
    var isOpen: Bool {
        if case .open = state { true } else { false }
    }

    /// Composited or painted.
    var rendering: PageOptions.Rendering {
        if case .decided(let rendering, _) = state { rendering } else { .painted }
    }

    /// The reason, as the end of "because …".
    var reason: String {
        if case .decided(_, let reason) = state { return reason }
        return "the recording had not begun when this was to be decided"
    }

    /// Decides, overriding earlier decisions.
    ///
    /// - Parameters:
    ///   - rendering: Composited or painted.
    ///   - reason: The reason, as the end of "because …".
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
        // With a transparent background, painted pages leave trails of moving content (WebKitGTK
        // 2.50) or lose static content (2.54, https://bugs.webkit.org/324543).
        case (.auto, .view) where options.isTransparent:
            state = .decided(.composited, reason: "painting does not keep the page's transparency")
        case (.auto, .view):
            state = .open
        case (.auto, .snapshot):
            state = .decided(.painted, reason: "snapshots are always painted")
        case (let asked, _):
            state = .decided(asked, reason: "it was requested")
        }
    }
}
