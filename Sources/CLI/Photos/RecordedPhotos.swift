import Dispatch
import Recorder

/// Makes the photos that a recording was asked for besides its video.
@MainActor
struct RecordedPhotos {
    private let plans: [PhotoPlan]
    private let signals: StopSignals
    private let quiet: Bool

    /// Prepares for the end of a recording.
    init(_ plans: [PhotoPlan], signals: StopSignals, quiet: Bool) {
        self.plans = plans
        self.signals = signals
        self.quiet = quiet
    }

    /// Makes them of the video, if there is one.
    ///
    /// The video stays whatever comes of it. A signal ends it, the second one
    /// the process.
    func take(after outcome: RecordOutcome) async -> RecordOutcome {
        guard case .success(let summary) = outcome.result, let video = summary.output else { return outcome }
        var outcome = outcome
        let line = PhotoProgress(quiet: quiet)
        for var plan in plans {
            plan.movie = video
            do {
                let photo = try await make(plan, line)
                line.clear()
                if !quiet { Message.note(PhotoLine(photo).text) }
                outcome.add(photo)
            } catch {
                line.clear()
                outcome.fail(error, signal: signals.status)
                break
            }
        }
        return outcome
    }

    private func make(_ plan: PhotoPlan, _ line: PhotoProgress) async throws -> PhotoSummary {
        let end = DispatchSemaphore(value: 0)
        let work = Task { @concurrent in
            defer { end.signal() }
            return try await PhotoJob(plan) { line.show($0) }.run()
        }
        signals.onFirst = { work.cancel() }
        signals.onSecond = {
            work.cancel()
            // Nothing is left behind by then, unless the disk hangs.
            _ = end.wait(timeout: .now() + .seconds(2))
        }
        defer { (signals.onFirst, signals.onSecond) = ({}, {}) }
        return try await work.value
    }
}
