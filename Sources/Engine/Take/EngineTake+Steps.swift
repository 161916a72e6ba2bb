internal import EngineLink
internal import Frames
internal import PageRenderer

// Input for the page: clicks, keys and scrolling.

/// The steps of a take; each is performed once, whatever documents follow one another.
struct StepCourse {
    /// When the first document began to arrive; `nil` before.
    var origin: PageInstant?
    /// The steps that have not begun, in the order of their times.
    var waiting: [PageStep]
    /// The step in progress.
    var current: PageStep?
    /// Resumed when no step is in progress.
    var whenIdle: CheckedContinuation<Void, Never>?
    /// Whether all steps have been reported.
    var hasEnded = false

    init(_ steps: [PageStep]) { waiting = PageStep.inOrder(steps) }
}

extension EngineTake {
    /// Schedules each step at its time, counted from the first document that arrives.
    ///
    /// Later documents do not schedule them again: a step may have had an effect outside the page.
    func scheduleSteps() {
        guard steps.origin == nil else { return }
        let origin = pageBegan
        steps.origin = origin
        for step in steps.waiting {
            course?.perform(at: origin.advanced(by: step.time)) { [weak self] in await self?.performStep() }
        }
    }

    /// Performs the next step.
    private func performStep() async {
        if case .ended = state { return }
        guard ending == nil, let view, !steps.waiting.isEmpty else { return }
        let step = steps.waiting.removeFirst()
        steps.current = step
        let failure = await view.perform(step.action)
        steps.current = nil
        steps.whenIdle?.resume()
        steps.whenIdle = nil
        // Waiting for the step may have taken too long.
        guard !steps.hasEnded else { return }
        report(.step(StepOutcome(step, failure == nil ? .done : .failed, because: failure)))
        if let failure { mistake("The step at \(step.time.text) could not be done: \(failure)", at: step.time) }
    }

    /// Ends the steps, and reports those that were not performed.
    ///
    /// - Parameter ending: Why the take ends.
    func endSteps(because ending: Ending) async {
        var isPlanned = false
        var end = now
        if case .reason(let reason, let instant) = ending {
            isPlanned = [.stopped, .duration, .longestDuration, .cancelled].contains(reason)
            end = instant
        }
        // A click may end the recording before the button is released.
        if isPlanned { await waitForStep() }
        steps.hasEnded = true
        if let step = steps.current {
            report(.step(StepOutcome(step, .failed, because: "The page ended before the step was done.")))
        }
        let followed = "the page was followed for \((steps.origin ?? pageBegan).duration(to: end).text)"
        for step in steps.waiting {
            report(.step(StepOutcome(step, .notReached, because: "It was not reached: \(followed).")))
            // Other endings say enough, and no picture misses a step after the last one.
            guard isPlanned, plan.moments.isEmpty else { continue }
            mistake("The step at \(step.time.text) was not reached: \(followed).", at: endedAt)
        }
    }

    /// Waits for the step in progress.
    private func waitForStep() async {
        guard steps.current != nil else { return }
        let limit = OneShotTimer(after: plan.hangTimeout) { [weak self] in
            self?.steps.whenIdle?.resume()
            self?.steps.whenIdle = nil
        }
        await withCheckedContinuation { steps.whenIdle = $0 }
        withExtendedLifetime(limit) {}
    }

    // MARK: Still pictures

    /// Schedules a picture at each time, counted from when the document arrives or its awaited element exists.
    func scheduleMoments(from origin: PageInstant) {
        for moment in awaitedMoments {
            guard case .time(let time) = moment else { continue }
            let document = pageBegan
            awaitPicture(for: moment, at: origin.advanced(by: time)) { [weak self] in self?.pageBegan == document }
        }
    }

    /// Schedules a picture if one is to be captured at this signal.
    func takePictures(of event: SignalEvent) {
        for moment in awaitedMoments where moment.matches(event.signal) {
            awaitPicture(for: moment, at: event.instant) { true }
        }
    }

    private func awaitPicture(
        for moment: PictureMoment, at instant: PageInstant, if isStillDue: @escaping @MainActor () -> Bool
    ) {
        course?.capture(at: instant) { [weak self] in
            guard isStillDue() else { return nil }
            return await self?.takePicture(for: moment)
        }
    }

    /// Draws a picture.
    ///
    /// - Returns: What reports it, unless the page has to be composited.
    private func takePicture(for moment: PictureMoment) async -> PageTimeline.Completion? {
        guard isAwaited(moment), await sender.waitForRoom(), isAwaited(moment), let view else { return nil }
        guard let pixels = pool.take() else {
            // Other pictures of this instant are still to be sent.
            return { [weak self] in await self?.takePicture(for: moment)?() }
        }
        view.draw(into: pixels)
        return { [weak self] in await self?.finish(pixels, of: moment) }
    }

    private func isAwaited(_ moment: PictureMoment) -> Bool {
        if case .ended = state { false } else { awaitedMoments.contains(moment) }
    }

    private func finish(_ pixels: PixelBuffer, of moment: PictureMoment) async {
        guard isAwaited(moment) else { return }
        if choice.isOpen, let need = await view?.compositingNeed() {
            return needLayers(for: need, at: pageTime)
        }
        guard isAwaited(moment), sender.send(pixels, of: moment, at: pageTime) else { return }
        awaitedMoments.removeAll { $0 == moment }
        if awaitedMoments.isEmpty { end(.reason(.duration, at: now)) }
    }
}
