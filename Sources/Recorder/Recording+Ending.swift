internal import Encoder
internal import Frames
internal import PageSampler

// What comes of a recording.

extension Recording {
    /// Finishes or discards the file, and sums up.
    func finish(_ ending: Ending, begun: RecordingClock.Instant) async throws -> RecordingSummary {
        stopTimers()
        warnOfUnseenCalls()
        var sampler: (any Sampler)?
        if case .recording(let running) = state { sampler = running }
        state = .ended
        switch ending {
        case .failure(let error):
            throw error
        case .needsLayers:
            preconditionFailure("a second take is composited")
        case .reason(.cancelled, _):
            await pipeline?.discard()
            return summary(.cancelled, movie: nil, repeated: sampler?.repeated ?? 0, begun: begun)
        case .reason(let reason, let instant):
            let movie = try await finishMovie(sampler, reason, at: instant)
            return summary(reason, movie: movie, repeated: sampler?.repeated ?? 0, begun: begun)
        }
    }

    private func finishMovie(
        _ sampler: (any Sampler)?, _ reason: RecordingSummary.ExitReason, at instant: RecordingClock.Instant
    ) async throws -> MovieSummary? {
        guard let sampler, let pipeline, let view else {
            await timeline?.stop()
            return nil
        }
        onEvent(.finishing)
        await timeline?.stop()
        let frames = await sampler.stop(at: instant, pageIsAlive: reason != .hung && reason != .crashed)
        return try await pipeline.finish(
            frameCount: frames, chapters: chapters,
            metadata: plan.metadata(title: view.title))
    }

    /// The page's own time as it really was.
    private var virtualTime: VirtualTime? {
        guard var time = plan.pageOptions.virtualTime else { return nil }
        time.date = view?.clock?.date ?? time.date
        return time
    }

    private func summary(
        _ reason: RecordingSummary.ExitReason, movie: MovieSummary?, repeated: Int, begun: RecordingClock.Instant
    ) -> RecordingSummary {
        RecordingSummary(
            page: plan.page.description, title: view?.title ?? "",
            output: movie == nil ? nil : pipeline?.path, movie: movie, format: pipeline?.format,
            scale: plan.pageOptions.scale, pictureSize: plan.pageOptions.pixelSize, frameRate: plan.frameRate,
            rendering: choice.rendering, renderingReason: choice.reason, virtualTime: virtualTime,
            timeZone: plan.pageOptions.timeZone,
            refreshRate: virtualTime == nil ? nil : plan.refreshRate ?? plan.frameRate, repeated: repeated,
            signals: signals, chapters: chapters, soundtrack: plan.soundtrack?.path,
            warnings: warnings, wallTime: begun.duration(to: SuspendingClock.now), exitReason: reason)
    }
}
