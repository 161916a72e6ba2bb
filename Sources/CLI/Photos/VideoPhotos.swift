import Dispatch
import EngineLink
import Photos
import Recorder

/// Makes the photos that a command was asked for besides its video.
@MainActor
struct VideoPhotos {
    /// What came of it.
    struct Outcome {
        /// The photos that were made.
        var photos: [PhotoSummary] = []
        /// Why one was not; those after it were not tried.
        var failure: (any Error)?
    }

    private let plans: [PhotoPlan]
    private let signals: StopSignals
    private let quiet: Bool

    /// Prepares for the end of a video.
    init(_ plans: [PhotoPlan], signals: StopSignals, quiet: Bool) {
        self.plans = plans
        self.signals = signals
        self.quiet = quiet
    }

    /// Makes them of the finished video, which stays whatever comes of it.
    ///
    /// A signal ends it, the second one the process.
    func make(of video: String) async -> Outcome {
        var outcome = Outcome()
        let line = PhotoProgress(quiet: quiet)
        for var plan in plans {
            plan.movie = video
            do {
                let photo = try await make(plan, line)
                line.clear()
                if !quiet { Message.note(PhotoLine(photo).text) }
                outcome.photos.append(photo)
            } catch {
                line.clear()
                outcome.failure =
                    error is CancellationError ? RecordingError(.interrupted, "Stopped; nothing was written.") : error
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
