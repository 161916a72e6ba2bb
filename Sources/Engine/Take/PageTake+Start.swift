internal import EngineLink
internal import Frames
internal import PageRenderer

// The conditions of the start, and the beginning of the recording.

extension PageTake {
    /// Notes that a condition of the start may have been met.
    func openGate(at instant: PageInstant, _ note: (inout StartGate) -> Void) {
        guard case .waiting(var gate) = state else { return }
        note(&gate)
        state = .waiting(gate)
        if gate.isOpen { start(at: instant) }
    }

    /// Handles a document that has begun to arrive.
    func documentCommitted() {
        if case .recording(let sampler) = state { documentReplaced(at: sampler.clock.time(at: now)) }
        guard case .waiting = state, let view else { return }
        do throws(PageError) { try course?.documentCommitted() } catch { return end(.failed(error)) }
        pageBegan = view.documentBeginning
        limitPageTime()
        scheduleSteps()
        if plan.awaitedElement == nil { scheduleMoments(from: pageBegan) }
        guard let selector = plan.awaitedElement else { return }
        waitTask?.cancel()
        waitTask = Task { [weak self] in
            do throws(PageError) {
                guard try await view.waitForElement(selector), await view.waitForPicture(), !Task.isCancelled else {
                    return
                }
                self?.scheduleMoments(from: view.now)
                self?.openGate(at: view.now) { $0.foundElement() }
            } catch {
                self?.end(.failed(error))
            }
        }
    }

    /// Warns of the first document that replaces the page during the recording,
    /// and of each HTTP error.
    private func documentReplaced(at time: RecordingTime) {
        guard let view else { return }
        let status = view.documentStatus
        let isError = status.map { $0 >= 400 } ?? false
        guard isError || !hasNavigated else { return }
        hasNavigated = true
        let answer = isError ? ", which the server answered with HTTP status \(status ?? 0)" : ""
        warn(
            "The page navigated to \(view.currentAddress) at \(time.sinceStart.text)\(answer); the recording continues with it."
        )
    }

    /// Fails before the start if the document is incomplete; a running recording
    /// continues.
    func documentBrokeOff(_ text: String) {
        if case .waiting = state { end(.failed(PageError(.cannotLoad, text))) } else { warn(text) }
    }

    /// Waits for the loaded page's picture, if that is the start.
    func documentLoaded() {
        guard plan.start == .load, case .waiting = state, let view else { return }
        Task { [weak self] in
            // If the document is replaced, its successor waits anew.
            guard await view.waitForPicture() else { return }
            self?.openGate(at: view.now) { $0.loaded() }
        }
    }

    /// What the samplers of either course capture.
    func samplerSettings(of view: PageView, from start: PageInstant) -> SamplerSettings {
        SamplerSettings(
            view: view, frameRate: plan.frameRate, capture: plan.capture, queue: sender, pool: pool, start: start,
            limit: plan.frameLimit, patience: plan.hangTimeout)
    }

    private func start(at instant: PageInstant) {
        guard let sampler = course?.sampler(from: instant) else { return }
        sound?.start(at: instant)
        state = .recording(sampler)
        if plan.takesFrames { chooseRendering() }
        scheduleLimit()
        report(.started(choice.rendering))
        reportProgress()
    }
}
