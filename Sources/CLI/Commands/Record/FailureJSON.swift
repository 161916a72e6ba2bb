import EngineLink
import Notation

/// What `--json` prints when nothing was recorded.
struct FailureJSON: Encodable {
    private let page: String
    @Nullable private var output: String?
    private let attempts: Int
    private let exitReason: String
    private let error: String

    /// Describes a failure.
    init(page: String, status: ExitStatus, failure: any Error, attempts: Int = 1) {
        self.page = page
        self.attempts = attempts
        exitReason = (failure as? PageError)?.code == .hung ? "hung" : status.word
        error = "\(failure)"
    }
}
