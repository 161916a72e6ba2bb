internal import EngineLink
internal import Frames
internal import PageRenderer

// How a take ends, its result, and what is said at its end.

extension EngineTake {
    /// Ends the take, once.
    func end(_ ending: Ending) {
        guard self.ending == nil else { return }
        self.ending = ending
        endedAt = pageTime
        // Frames captured from now on are not part of the recording.
        if case .reason(_, let instant) = ending, case .recording(let sampler) = state {
            sampler.halt(at: instant)
            note(.stands(at: sampler.clock.time(at: instant).sinceStart))
        }
        whenEnded?.resume(returning: ending)
        whenEnded = nil
    }

    /// Ends the take, to be repeated with distinct dates.
    func needDistinctDates() {
        var time = Duration.zero
        if case .recording(let sampler) = state { time = sampler.clock.time(at: now).sinceStart }
        end(.needsAnother(.distinctDates(time)))
    }

    func waitForEnding() async -> Ending {
        if let ending { return ending }
        return await withCheckedContinuation { whenEnded = $0 }
    }

    /// Stops everything, captures the last frames, and returns the result.
    func finish(_ ending: Ending) async -> TakeResult {
        course?.interrupt()
        progressTask?.cancel()
        waitTask?.cancel()
        var sampler: (any Sampler)?
        if case .recording(let running) = state { sampler = running }
        if case .reason(let reason, let instant) = ending, let need = await lateNeed(after: reason, at: instant) {
            return result(.needsAnother(.layers(need)), frames: 0, sampler)
        }
        if case .reason(let reason, _) = ending { await lookForFaults(after: reason) }
        course?.reportFaults()
        for request in view?.requestLog?.end() ?? [] { note(.request(request.report(since: pageBegan))) }
        await steps.end(because: ending, patience: plan.hangTimeout)
        warnOfErrors()
        view?.reportMissingFeatures()
        state = .ended
        switch ending {
        case .failed(let error): return result(.failed(error), frames: 0, sampler)
        case .needsAnother(let need): return result(.needsAnother(need), frames: 0, sampler)
        case .reason(let reason, let instant):
            guard let sampler, plan.takesFrames, reason != .cancelled else {
                await course?.stop()
                if reason != .cancelled { warnOfNoPicture() }
                await reportState(after: reason)
                return result(.reason(reason), frames: sampler?.frames ?? 0, sampler)
            }
            report(.finishing)
            await course?.stop()
            let pageIsAlive = reason != .hung && reason != .crashed
            let frames = await sampler.stop(at: instant, pageIsAlive: pageIsAlive)
            warnOfNoPicture()
            await finishSound(at: instant, pageIsAlive: pageIsAlive)
            await reportState(after: reason)
            return result(.reason(reason), frames: frames, sampler)
        }
    }

    private func result(_ outcome: TakeResult.Outcome, frames: Int, _ sampler: (any Sampler)?) -> TakeResult {
        reportWork()
        sound?.advance(to: now)
        let heard = sound?.heard.map { pageBegan.duration(to: $0.lowerBound)...pageBegan.duration(to: $0.upperBound) }
        return TakeResult(
            outcome: outcome, frames: frames, repeated: sampler?.repeated ?? 0,
            title: view?.title ?? plan.page.description, rendering: choice.rendering, renderingReason: choice.reason,
            pageTime: endedAt, heard: heard, heardStreams: sound?.heardStreams ?? 0)
    }

    // MARK: Sound

    /// Sends the rest of the sound, and warns if some of it is missing.
    ///
    /// Sound arrives later than its time, so the page runs on for a moment; no more frames are
    /// captured.
    func finishSound(at instant: PageInstant, pageIsAlive: Bool) async {
        guard let sound, sound.streams > 0 else { return }
        if pageIsAlive { await course?.runOn(from: instant, for: SoundQueue.virtualDelay) }
        sound.finish(at: instant, now: now)
        if sound.refusedStreams > 0 {
            warn(
                "More than \(SoundSampler.mostStreams) things on the page sounded at the same time; "
                    + "\(sound.refusedStreams) of them are missing from the recording.")
        }
        if sound.hasLostSound { warn("Some of the page's sound is missing from the recording: it came too late.") }
    }

    // MARK: Errors of the page, and a page that shows nothing

    /// Warns of the page's errors, at the end of the take.
    func warnOfErrors() {
        guard let first = errors.first else { return }
        guard errors.count > 1 else {
            if hasWarnedOfStandstill { return }
            return warn("The page had an error \(first.text)")
        }
        let advice = plan.options.reportsConsole ? "" : " (--verbose shows all)"
        warn("The page had \(errors.count) errors\(advice), the first \(first.text)")
    }

    /// Warns, at the end of the take, if WebKit has not painted the page because a file has not arrived.
    ///
    /// Before the load event, WebKit may wait for a style sheet, a script or a font. It never paints an empty page,
    /// which needs no warning.
    func warnOfNoPicture() {
        guard plan.takesFrames || !plan.moments.isEmpty, let view, !view.hasPicture,
            let request = view.requests.unanswered.first
        else { return }
        warn(
            "WebKit has not painted the page, so the recording is white. It may be waiting for the request for "
                + "\(request), which has no complete answer. Block such requests with --block.")
    }

    /// Warns, once, of a page whose script has failed and whose picture stands still, so that its stop may never come.
    func warnOfStandstill() {
        guard !hasWarnedOfStandstill, plan.takesFrames, plan.duration == nil, let error = errors.firstOfScript,
            case .recording(let sampler) = state, sampler.clock.isRunning,
            sender.unchangedFrames >= plan.frameRate.frameCount(for: Self.standstill)
        else { return }
        hasWarnedOfStandstill = true
        warn(
            "Nothing in the page has moved for \(Self.standstill.text), and a script of it has failed, so its stop may "
                + "never come. Ctrl-C ends the recording, --max-duration limits it. The script failed \(error.text)")
    }

    /// How long nothing moves before that is worth a warning, in the recording's time.
    private static let standstill = Duration.seconds(5)
}

/// The errors of a page: their number, and the first.
struct PageErrors {
    /// The number of errors that no other warning names.
    private(set) var count = 0
    /// The first of them.
    private(set) var first: TimedConsoleLine?
    /// The first error of a script.
    private(set) var firstOfScript: TimedConsoleLine?

    /// Counts an error.
    mutating func add(_ error: TimedConsoleLine) {
        guard !error.line.isOtherwiseReported else { return }
        count += 1
        first = first ?? error
        if error.line.isScriptError { firstOfScript = firstOfScript ?? error }
    }
}

extension TimedConsoleLine {
    /// The error and its time, for a sentence.
    fileprivate var text: String {
        "at \(pageTime.preciseText) of its time: \(description.prefix(300))\(description.count > 300 ? "…" : "")"
    }
}
