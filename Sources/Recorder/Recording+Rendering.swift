internal import Frames
internal import PageSampler

// How the page's picture is made: in layers as long as nobody knows, and
// painted at once where nothing needs them.

extension Recording {
    /// How the page is shown in this take.
    var pageOptions: PageOptions {
        var options = plan.pageOptions
        // With the inspector in the page while it is to be decided.
        if !choice.isOpen { options.rendering = choice.rendering }
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
        timeline.canLeaveLayers = { [weak self] in await self?.canLeaveLayers(view) ?? false }
        timeline.onPicture = { [weak self] in await self?.lookAgain(at: view) }
    }

    private func canLeaveLayers(_ view: PageView) async -> Bool {
        settle(on: await view.compositingNeed())
        return choice.rendering == .painted
    }

    /// Without a second take: layers for whatever could ever need them.
    private func chooseOnRealTime(_ view: PageView) async {
        settle(on: await view.possibleCompositingNeed())
        if choice.rendering == .painted { await view.stepDown() }
    }

    private func settle(on need: String?) {
        choice.isOpen = false
        choice.rendering = need == nil ? .painted : .composited
        choice.reason = need.map { "the page has \($0)" } ?? "nothing in the page needs compositing"
        onEvent(.detail("\(choice.rendering.rawValue), because \(choice.reason)"))
    }

    /// Looks at a page that is painted at once, and begins again where that
    /// is not enough any more.
    func lookAgain(at view: PageView) async {
        guard choice.rendering == .painted, plan.pageOptions.rendering == .auto, plan.capture == .view,
            !choice.isOpen, !choice.isMistaken, case .recording(let sampler) = state,
            let need = await view.compositingNeed(), case .recording = state
        else { return }
        choice.isMistaken = true
        let time = sampler.clock.time(at: now)
        guard timeline != nil else {
            warn(
                "The page has had \(need) since \(time.text), which is painted flat: this was decided at the start. "
                    + "Record it with --rendering composited.")
            return
        }
        end(.needsLayers(need, at: time))
    }

    /// Lets go of a first take that was painted at once, for a second one in
    /// layers.
    func beginAgain(because need: String, at time: Duration) async throws {
        isBetweenTakes = true
        await closeTake()
        choice.rendering = .composited
        choice.reason = "the page has \(need) from \(time.text) on; it was recorded again from the start"
        onEvent(
            .notice(
                "From \(time.text) on the page has \(need), which needs compositing: it is loaded and recorded again "
                    + "from the start."))
        isBetweenTakes = false
        if wasInterruptedBetweenTakes {
            throw RecordingError(.interrupted, "Stopped while the recording began again; nothing was written.")
        }
    }
}
