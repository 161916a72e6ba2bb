import EngineLink
import Photos
import Recorder

/// The outcome of `pagereel record`.
struct RecordOutcome {
    /// The recording's summary, or the error that prevented it.
    let result: Result<RecordingSummary, any Error>
    /// The number of attempts; 0 if there was none, for example because the
    /// lock was held.
    let attempts: Int
    /// The exit status.
    private(set) var status: ExitStatus
    /// The photos made of the video.
    private(set) var photos = PhotoMaker.Outcome()
    /// The page as typed.
    private let page: String

    /// Describes an outcome.
    ///
    /// - Parameters:
    ///   - page: The page as typed.
    ///   - signal: The exit status because of a signal, if there was one.
    init(
        _ result: Result<RecordingSummary, any Error>, attempts: Int, page: String, signal: ExitStatus?
    ) {
        self.result = result
        self.attempts = attempts
        self.page = page
        status =
            switch result {
            case .success(let summary): ExitStatus(of: summary, signal: signal)
            case .failure(let error): ExitStatus(error, signal: signal)
            }
    }

    /// Adds the photos' outcome.
    ///
    /// A photo's failure decides the exit status if the recording itself
    /// succeeded.
    mutating func add(_ photos: PhotoMaker.Outcome, signal: ExitStatus?) {
        self.photos = photos
        if let failure = photos.failure, status == .recorded { status = ExitStatus(failure, signal: signal) }
    }

    /// The summary to encode as JSON.
    var summary: any Encodable {
        switch result {
        case .success(let summary): SummaryJSON(summary, attempts: attempts, photos: photos.made)
        case .failure(let error): FailureJSON(page: page, status: status, failure: error, attempts: attempts)
        }
    }
}

extension RecordingSummary {
    /// What was expected of the page and not met, as sentences.
    var unmetExpectations: [String] {
        verdicts.filter { !$0.isMet }.map { "The page did not meet --expect '\($0.expectation.text)': \($0.message)." }
    }
}
