internal import EngineLink
internal import Frames
internal import PageRenderer

// How a take ends, and its result.

extension PageTake {
    /// Ends the take, once.
    func end(_ ending: Ending) {
        guard self.ending == nil else { return }
        self.ending = ending
        endedAt = pageTime
        // Frames captured from now on are not part of the recording.
        if case .reason(_, let instant) = ending, case .recording(let sampler) = state { sampler.halt(at: instant) }
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
        await endSteps(because: ending)
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
                return result(.reason(reason), frames: sampler?.frames ?? 0, sampler)
            }
            report(.finishing)
            await course?.stop()
            let pageIsAlive = reason != .hung && reason != .crashed
            let frames = await sampler.stop(at: instant, pageIsAlive: pageIsAlive)
            warnOfNoPicture()
            await finishSound(at: instant, pageIsAlive: pageIsAlive)
            return result(.reason(reason), frames: frames, sampler)
        }
    }

    private func result(_ outcome: TakeResult.Outcome, frames: Int, _ sampler: (any Sampler)?) -> TakeResult {
        sound?.advance(to: now)
        let heard = sound?.heard.map { pageBegan.duration(to: $0.lowerBound)...pageBegan.duration(to: $0.upperBound) }
        return TakeResult(
            outcome: outcome, frames: frames, repeated: sampler?.repeated ?? 0,
            title: view?.title ?? plan.page.description, rendering: choice.rendering, renderingReason: choice.reason,
            pageTime: endedAt, heard: heard, heardStreams: sound?.heardStreams ?? 0)
    }
}
