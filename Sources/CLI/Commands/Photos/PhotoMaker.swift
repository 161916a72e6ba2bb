import Dispatch
import EngineLink
import Frames
import Notation
import Photos

/// Makes photos of finished videos, and reports progress and results.
@MainActor
struct PhotoMaker {
    /// The outcome of the photos that were requested along with a video.
    struct Outcome {
        var made: [PhotoSummary] = []
        /// Why a photo was not made; later ones were not tried.
        var failure: (any Error)?
    }

    /// The first cancels the work, the second ends the process.
    let signals: StopSignals
    /// Reports progress and results; the caller reports errors.
    let reporter: WorkReporter

    /// Makes photos of a finished video, which is kept in any case.
    func make(_ plans: [PhotoPlan], of video: String) async -> Outcome {
        var outcome = Outcome()
        for var plan in plans {
            plan.movie = video
            do {
                outcome.made.append(try await make(plan))
            } catch {
                outcome.failure = error
                break
            }
        }
        return outcome
    }

    /// Makes a photo.
    ///
    /// - Throws: ``FileError``, or ``PageError`` if a signal ended it; then no
    ///   file is left.
    func make(_ plan: PhotoPlan) async throws -> PhotoSummary {
        defer { reporter.clear() }
        let job = PhotoJob(plan, onEvent: onMainActor { show($0) })
        let end = DispatchSemaphore(value: 0)
        let work = Task { @concurrent in
            defer { end.signal() }
            return try await job.run()
        }
        let photo = try await signals.run {
            work.cancel()
        } abort: {
            work.cancel()
            // Enough to remove the partial files, unless the disk hangs.
            _ = end.wait(timeout: .now() + .seconds(2))
        } _: {
            do {
                return try await work.value
            } catch is CancellationError {
                throw PageError(.interrupted, "Stopped; nothing was written.")
            }
        }
        reporter.tell(photo.line)
        return photo
    }

    private func show(_ event: PhotoEvent) {
        switch event {
        case .progress(let done, let total): reporter.draw("copying \(done * 100 / max(1, total)) %")
        case .notice(let text): reporter.tell(text)
        case .warning(let text): reporter.warn(text)
        }
    }
}

extension PhotoSummary {
    fileprivate var line: String {
        let files = bundle ?? [picture, movie].compactMap(\.self).joined(separator: ", ")
        let parts = [
            "\(files): \(duration.text)", quantity(frames, "frame"), "still at \(still.text)", "\(size)",
            bytes.byteText,
        ]
        return parts.joined(separator: " · ")
    }
}

/// The summary of a photo as `--json` prints it; every key is always there.
struct PhotoJSON: Codable {
    @Nullable var bundle: String?
    let picture: String
    @Nullable var movie: String?
    @Nullable var identifier: String?
    let from: Double
    let duration: Double
    let frames: Int
    let still: Double
    let width: Int
    let height: Int
    let sound: Bool
    let bytes: Int

    init(_ summary: PhotoSummary) {
        bundle = summary.bundle
        picture = summary.picture
        movie = summary.movie
        identifier = summary.identifier
        from = summary.from.inSeconds
        duration = summary.duration.inSeconds
        frames = summary.frames
        still = summary.still.inSeconds
        width = summary.size.width
        height = summary.size.height
        sound = summary.hasSound
        bytes = summary.bytes
    }
}
