internal import EngineLink
internal import Frames
internal import PageSampler

// How the page's picture is made: painted at once, until something comes up
// that has to be composited. WebKit goes neither way on a living page: one that
// is painted stays so, and one that has been composited paints no 3D at all when
// it is told to stop. So the page is then loaded anew.

extension PageTake {
    /// How the page is shown in this take.
    var pageOptions: PageOptions {
        var options = plan.options
        // With the inspector in the page while it is to be decided.
        options.rendering = choice.isOpen ? .auto : choice.rendering
        options.virtualTime?.refreshRate = plan.refreshRate ?? plan.frameRate
        return options
    }

    /// Decides at the start of the recording.
    func chooseRendering() {
        guard choice.isOpen, let view else { return }
        guard let timeline else {
            Task { await chooseOnRealTime(view) }
            return
        }
        timeline.onStart = { [weak self] in self?.settle(on: await view.compositingNeed()) }
        timeline.onPicture = { [weak self] in self?.lookAgain(at: view) }
    }

    /// There is no second take of what lives: layers for whatever could ever
    /// need them.
    private func chooseOnRealTime(_ view: PageView) async {
        settle(on: await view.possibleCompositingNeed())
    }

    private func settle(on need: String?) {
        guard choice.isOpen, case .recording = state else { return }
        choice.isOpen = false
        guard let need else {
            choice.reason = "nothing in the page needs compositing"
            return
        }
        needLayers(for: need, at: .zero)
    }

    /// Whether the page is painted at once only because it was found to need
    /// no more.
    private var isProvisional: Bool {
        choice.rendering == .painted && plan.options.rendering == .auto && plan.capture == .view
    }

    /// How often a page is looked at while it is recorded: asking costs about
    /// as much as painting, and what is there for less nobody sees in 3D.
    private static let lookInterval = Duration.milliseconds(100)

    /// Looks whether a page that is painted at once still can be.
    func lookAgain(at view: PageView) {
        guard isProvisional, !choice.isOpen, choice.lateNeed == nil, case .recording(let sampler) = state else {
            return
        }
        let time = sampler.clock.time(at: now)
        if let last = choice.lastLook, time.sinceStart - last.sinceStart < Self.lookInterval { return }
        choice.lastLook = time
        view.askForCompositingNeed { [weak self] in self?.found($0, at: time) }
    }

    private func found(_ need: String, at time: RecordingTime) {
        guard isProvisional, choice.lateNeed == nil else { return }
        guard case .recording = state, timeline != nil else {
            choice.lateNeed = LayerNeed(what: need, time: time.sinceStart)
            if case .recording = state { warnOfFlatness() }
            return
        }
        needLayers(for: need, at: time.sinceStart)
    }

    /// Ends the take for another one in layers.
    ///
    /// - Parameter time: The recording's; the page's where pictures are taken.
    func needLayers(for what: String, at time: Duration) {
        let need = LayerNeed(what: what, time: time)
        choice.lateNeed = need
        end(.needsLayers(need))
    }

    private func warnOfFlatness() {
        guard let need = choice.lateNeed else { return }
        warn(
            "From \(need.time.text) on the page has \(need.what), which is painted flat: that was decided at the start. "
                + "Record it with --rendering composited.")
    }

    /// Looks a last time, at the end, whether the page could be painted at once.
    ///
    /// - Returns: What it has to be composited for, if anything.
    func lateNeed(after reason: ExitReason, at instant: PageInstant) async -> LayerNeed? {
        guard isProvisional, timeline != nil, let view, case .recording(let sampler) = state else { return nil }
        switch reason {
        case .stopped, .duration, .longestDuration: break
        // There is no going back to where somebody stopped it.
        case .interrupted, .cancelled, .hung, .crashed: return nil
        }
        await timeline?.stop()
        if choice.lateNeed == nil, let need = await view.lateCompositingNeed() {
            choice.lateNeed = LayerNeed(what: need, time: sampler.clock.time(at: instant).sinceStart)
        }
        return choice.lateNeed
    }
}
