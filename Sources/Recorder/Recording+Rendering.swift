internal import Frames
internal import PageSampler

// How the page's picture is made: painted at once, until something comes up
// that has to be composited. WebKit goes neither way on a living page: one that
// is painted stays so, and one that has been composited paints no 3D at all when
// it is told to stop. So the page is then loaded anew.

extension Recording {
    /// How the page is shown in this take.
    var pageOptions: PageOptions {
        var options = plan.pageOptions
        // With the inspector in the page while it is to be decided.
        options.rendering = choice.isOpen ? .auto : choice.rendering
        options.virtualTime?.refreshRate = plan.refreshRate ?? plan.frameRate
        // A second take shows the page the same dates.
        if let firstDate { options.virtualTime?.date = firstDate }
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
        choice.lateNeed = RenderingChoice.LateNeed(what: need, time: .zero)
        end(.needsLayers)
    }

    /// Whether the page is painted at once only because it was found to need
    /// no more.
    private var isProvisional: Bool {
        choice.rendering == .painted && plan.pageOptions.rendering == .auto && plan.capture == .view
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
        if let last = choice.lastLook, time - last < Self.lookInterval { return }
        choice.lastLook = time
        view.askForCompositingNeed { [weak self] in self?.found($0, at: time) }
    }

    private func found(_ need: String, at time: Duration) {
        guard isProvisional, choice.lateNeed == nil else { return }
        choice.lateNeed = RenderingChoice.LateNeed(what: need, time: time)
        guard case .recording = state else { return }
        if timeline == nil { warnOfFlatness() } else { end(.needsLayers) }
    }

    private func warnOfFlatness() {
        guard let need = choice.lateNeed else { return }
        warn(
            "From \(need.time.text) on the page has \(need.what), which is painted flat: that was decided at the start. "
                + "Record it with --rendering composited.")
    }

    /// Whether a recording that has come to its end has to be made again.
    func needsSecondTake(after ending: Ending) async -> Bool {
        switch ending {
        case .needsLayers: return true
        case .failure: return false
        case .reason(let reason, let instant):
            guard isProvisional, timeline != nil, let view, case .recording(let sampler) = state else { return false }
            switch reason {
            case .stopped, .duration, .longestDuration: break
            // There is no going back to where somebody stopped it.
            case .interrupted, .cancelled, .hung, .crashed: return false
            }
            await timeline?.stop()
            if let need = await view.lateCompositingNeed() { found(need, at: sampler.clock.time(at: instant)) }
            return choice.lateNeed != nil
        }
    }

    /// Lets go of a first take that was painted at once, for a second one in
    /// layers.
    func beginAgain() async throws {
        isBetweenTakes = true
        await closeTake()
        isBetweenTakes = false
        let need = choice.lateNeed
        let what = need?.what ?? "something that needs layers"
        let time = need?.time ?? .zero
        choice.rendering = .composited
        choice.reason =
            time == .zero
            ? "the page has \(what)" : "the page has \(what) from \(time.text) on; it was recorded again from the start"
        if wasInterruptedBetweenTakes {
            throw RecordingError(.interrupted, "Stopped while the recording began again; nothing was written.")
        }
        let again = time == .zero ? "loaded again" : "loaded and recorded again from the start"
        let since = time == .zero ? "" : " from \(time.text) on"
        onEvent(.notice("The page has \(what)\(since), which has to be composited: it is \(again)."))
    }
}
