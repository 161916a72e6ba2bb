import Dispatch
import EngineLink
import Photos

/// Makes photos of finished videos, and reports progress and results.
@MainActor
struct PhotoMaker {
    private let signals: StopSignals
    private let quiet: Bool

    /// Creates a maker of photos.
    ///
    /// - Parameters:
    ///   - signals: The first cancels the work, the second ends the process.
    ///   - quiet: Whether progress and results are not reported; the caller
    ///     reports errors.
    init(signals: StopSignals, quiet: Bool) {
        self.signals = signals
        self.quiet = quiet
    }

    /// Makes a photo.
    ///
    /// - Throws: ``FileError``, or ``RecordingError`` if a signal ended it; then no
    ///   file is left.
    func make(_ plan: PhotoPlan) async throws -> PhotoSummary {
        let line = PhotoProgress(quiet: quiet)
        defer { line.clear() }
        let end = DispatchSemaphore(value: 0)
        let work = Task { @concurrent in
            defer { end.signal() }
            return try await PhotoJob(plan) { line.show($0) }.run()
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
                throw RecordingError(.interrupted, "Stopped; nothing was written.")
            }
        }
        line.clear()
        if !quiet { Message.note(PhotoLine(summary: photo).text) }
        return photo
    }
}
