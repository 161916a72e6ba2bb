import Dispatch
import Recorder

/// Makes photos of finished videos, and tells how that goes.
@MainActor
struct PhotoMaker {
    private let signals: StopSignals
    private let quiet: Bool

    /// Prepares to make photos.
    ///
    /// - Parameters:
    ///   - signals: What ends the making: the first cancels it, the second ends
    ///     the process.
    ///   - quiet: Whether only errors are told, by the caller.
    init(signals: StopSignals, quiet: Bool) {
        self.signals = signals
        self.quiet = quiet
    }

    /// Makes a photo.
    ///
    /// - Throws: ``EncoderError``, ``RecordingError`` or `CancellationError`; no
    ///   file is left then.
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
            // By then nothing is left behind, unless the disk hangs.
            _ = end.wait(timeout: .now() + .seconds(2))
        } _: {
            try await work.value
        }
        line.clear()
        if !quiet { Message.note(PhotoLine(photo).text) }
        return photo
    }
}
