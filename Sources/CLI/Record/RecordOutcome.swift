import EngineLink
import Photos
import Recorder

/// What a run of `pagereel record` came to.
struct RecordOutcome {
    /// What was recorded, or why nothing was.
    let result: Result<RecordingSummary, any Error>
    /// How often the page was tried; 0 if nothing was, as when a lock is held.
    let attempts: Int
    /// How the command ends.
    private(set) var status: ExitStatus
    /// The photos that were made of the video.
    private(set) var photos: [PhotoSummary] = []
    /// Why a photo that was asked for was not made.
    private(set) var photoFailure: (any Error)?
    /// The page, without a user name and password.
    private let page: String

    /// Describes an end.
    ///
    /// - Parameters:
    ///   - page: The page as it was typed.
    ///   - signal: How the command ends because of a signal, if one came.
    init(
        _ result: Result<RecordingSummary, any Error>, attempts: Int, page: String, signal: ExitStatus?
    ) {
        self.result = result
        self.attempts = attempts
        self.page = PageAddress.withoutCredentials(page)
        status =
            switch result {
            case .success(let summary): ExitStatus(summary.exitReason, signal: signal)
            case .failure(let error): ExitStatus(error, signal: signal)
            }
    }

    /// Adds what came of the photos.
    ///
    /// If one failed, the command ends as that failure has it, unless the
    /// recording itself ended otherwise than well.
    mutating func add(_ outcome: VideoPhotos.Outcome, signal: ExitStatus?) {
        photos = outcome.photos
        photoFailure = outcome.failure
        if let failure = outcome.failure, status == .recorded { status = ExitStatus(failure, signal: signal) }
    }

    /// The summary, whose JSON text is the same wherever it goes.
    var summary: any Encodable {
        switch result {
        case .success(let summary): SummaryJSON(summary, attempts: attempts, photos: photos)
        case .failure(let error): FailureJSON(page: page, status: status, failure: error, attempts: attempts)
        }
    }
}
