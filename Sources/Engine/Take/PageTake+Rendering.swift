internal import EngineLink
internal import Frames
internal import PageRenderer

// How the page is rendered: painted, until something needs compositing. WebKit cannot switch a
// loaded page. A painted page stays painted, and a composited page that is switched to painting
// draws no 3D at all. So the page is loaded again.

extension PageTake {
    /// The options of the page in this take.
    var pageOptions: PageOptions {
        var options = plan.options
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
}
