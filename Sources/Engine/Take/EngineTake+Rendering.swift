internal import EngineLink
internal import Frames
internal import PageRenderer

// How the page is rendered: painted, until something needs compositing. WebKit cannot switch a
// loaded page. A painted page stays painted, and a composited page that is switched to painting
// draws no 3D at all. So the page is loaded again.

extension EngineTake {
    /// The options of the page in this take.
    var pageOptions: PageOptions {
        var options = plan.pageOptions
        // While this is undecided, the page has the inspector.
        options.rendering = choice.isOpen ? .auto : choice.rendering
        options.virtualTime?.refreshRate = plan.refreshRate ?? plan.frameRate
        return options
    }

    /// Chooses the rendering at the start of the recording.
    func chooseRendering() {
        guard let view, let course else { return }
        guard choice.isOpen else {
            if isPaintedByRequest {
                course.atStart { [weak self] in self?.warnOfRequestedPainting(await self?.course?.layerNeed()) }
            } else {
                course.atStart { await view.reportCompositingFaults() }
            }
            return
        }
        course.atStart { [weak self] in self?.settle(on: await self?.course?.layerNeedAtStart()) }
        course.onPicture = { [weak self] in self?.lookAgain(at: view) }
    }

    private func settle(on need: String?) {
        guard choice.isOpen, case .recording = state else { return }
        if let need {
            needLayers(for: need, at: .zero)
        } else {
            choice.decide(on: .painted, because: "nothing in the page needs compositing")
        }
    }

    /// Whether the page is painted whatever it needs.
    private var isPaintedByRequest: Bool { plan.options.rendering == .painted && plan.capture == .view }

    /// Warns of the first thing that painting does not show correctly, in a page that has to be painted.
    private func warnOfRequestedPainting(_ need: String?) {
        guard isPaintedByRequest, choice.lateNeed == nil, let need else { return }
        choice.lateNeed = LayerNeed(what: need, time: .zero)
        warn(
            "The page has \(need), which painting may show late, wrong or not at all. Record it with --rendering auto or "
                + "composited.")
    }

    /// Whether the page is painted only because nothing needed compositing so far.
    private var isProvisional: Bool {
        choice.rendering == .painted && plan.options.rendering == .auto && plan.capture == .view
    }

    /// The interval between inspections of the page during the recording.
    ///
    /// An inspection costs about as much as painting, and 3D that lasts for less is not noticeable.
    private static let lookInterval = Duration.milliseconds(100)

    /// Inspects whether a painted page needs compositing by now.
    func lookAgain(at view: PageView) {
        guard isProvisional, !choice.isOpen, choice.lateNeed == nil, case .recording(let sampler) = state else {
            return
        }
        let time = sampler.clock.time(at: now)
        if let last = choice.lastLook, time.sinceStart - last.sinceStart < Self.lookInterval { return }
        choice.lastLook = time
        view.askForCompositingNeed { [weak self] in self?.found($0, at: time) }
    }

    /// Handles the use of a function that needs compositing.
    ///
    /// Before the recording, the page is loaded again at once.
    func noticeLayers(for what: String) {
        warnOfRequestedPainting(what)
        switch state {
        case .waiting: if choice.isOpen { needLayers(for: what, at: .zero) }
        case .recording(let sampler): found(what, at: sampler.clock.time(at: now))
        case .ended: break
        }
    }

    private func found(_ need: String, at time: RecordingTime) {
        guard isProvisional, choice.lateNeed == nil else { return }
        guard case .recording = state, course?.isRepeatable == true else {
            choice.lateNeed = LayerNeed(what: need, time: time.sinceStart)
            if case .recording = state { warnOfPainting() }
            return
        }
        needLayers(for: need, at: time.sinceStart)
    }

    /// Ends the take, to be repeated with compositing.
    ///
    /// - Parameter time: The time in the recording, or the page time if only pictures are captured.
    func needLayers(for what: String, at time: Duration) {
        let need = LayerNeed(what: what, time: time)
        choice.decide(on: .painted, because: choice.reason)
        choice.lateNeed = need
        end(.needsAnother(.layers(need)))
    }

    private func warnOfPainting() {
        guard let need = choice.lateNeed else { return }
        warn(
            "From \(need.time.text) on the page has \(need.what), which painting does not show correctly: the rendering "
                + "was decided at the start. Record it with --rendering composited.")
    }

    /// Inspects a page once more, at the end, for what its rendering shows wrong.
    func lookForFaults(after reason: ExitReason) async {
        guard choice.rendering == .composited || isPaintedByRequest, case .recording = state, let view else { return }
        switch reason {
        case .stopped, .duration, .longestDuration, .interrupted: break
        case .cancelled, .hung, .crashed: return
        }
        await course?.stop()
        if isPaintedByRequest {
            warnOfRequestedPainting(await course?.layerNeed())
        } else {
            await view.reportCompositingFaults()
        }
    }

    /// Inspects once more, at the end, whether the page needs compositing.
    ///
    /// - Returns: What needs it; `nil` if nothing does.
    func lateNeed(after reason: ExitReason, at instant: PageInstant) async -> LayerNeed? {
        guard isProvisional, let course, course.isRepeatable, let view, case .recording(let sampler) = state else {
            return nil
        }
        switch reason {
        case .stopped, .duration, .longestDuration: break
        // A second take could not end where the user stopped this one.
        case .interrupted, .cancelled, .hung, .crashed: return nil
        }
        await course.stop()
        if choice.lateNeed == nil, let need = await view.lateCompositingNeed() {
            choice.lateNeed = LayerNeed(what: need, time: sampler.clock.time(at: instant).sinceStart)
        }
        return choice.lateNeed
    }

    // MARK: An engine whose virtual clock is not exact

    /// Ensures that the virtual clock is exact for the next take.
    ///
    /// If it is not, falls back to a configuration that is right, or throws if no configuration is right.
    ///
    /// - Throws: `missingComponent`.
    func trustClock() async throws(PageError) {
        guard plan.options.virtualTime != nil else { return }
        let verdict = try await verdict(on: askedRendering)
        if let fault = verdict.fault {
            let finding =
                "The virtual clock is not exact with \(engine) and \(askedRendering.rawValue) pictures: \(fault)"
            // A failure without pictures concerns the clock itself, independent of the rendering.
            var canComposite = verdict.failure == nil
            if canComposite { canComposite = try await self.canComposite(isTransparent: false) }
            guard !plan.requiresExactClock else {
                let way = canComposite ? "--rendering composited or --clock realtime" : "--clock realtime"
                throw PageError(
                    .missingComponent,
                    "\(finding). Use \(way), or another version of WebKitGTK; pagereel doctor shows details.")
            }
            guard canComposite else {
                plan.options.virtualTime = nil
                plan.refreshRate = nil
                report(.lostClock)
                return warn("\(finding); the page is recorded in real time instead (--clock realtime).")
            }
            composite()
            warn("\(finding); the page is composited instead (--rendering composited).")
        }
        if plan.options.isTransparent { try await trustTransparency() }
    }

    /// Ensures that pictures with transparency are complete.
    ///
    /// Real time would not help, so only the rendering is changed.
    private func trustTransparency() async throws(PageError) {
        guard let fault = try await verdict(on: askedRendering, isTransparent: true).fault else { return }
        let finding =
            "With \(engine) \(askedRendering.rawValue) pictures with transparency are not right where something moves: "
            + fault
        guard try await canComposite(isTransparent: true) else { return warn("\(finding).") }
        composite()
        warn("\(finding); the page is composited instead (--rendering composited).")
    }

    private var engine: String { "WebKitGTK \(PageProbe.engineVersion)" }

    /// The rendering of the next take, unless the page turns out to need another.
    private var askedRendering: PageOptions.Rendering { choice.rendering == .composited ? .composited : .painted }

    private func composite() {
        choice.decide(on: .composited, because: "painted pictures are not exact with \(engine)")
    }

    /// Whether compositing solves the problem.
    private func canComposite(isTransparent: Bool) async throws(PageError) -> Bool {
        guard askedRendering == .painted else { return false }
        return try await verdict(on: .composited, isTransparent: isTransparent).isExact
    }

    private func verdict(
        on rendering: PageOptions.Rendering, isTransparent: Bool = false
    ) async throws(PageError) -> EngineVerdict {
        try await selfTest.verdict(on: EngineVariant(rendering: rendering, isTransparent: isTransparent))
    }
}

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
