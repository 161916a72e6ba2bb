import EngineLink
import Notation

/// The summary of a run that failed, for `--json`, the log and hooks.
struct FailureJSON: Encodable {
    /// The page; left out if the command records none.
    private let page: String?
    @Nullable private var output: String?
    private let attempts: Int
    private let exitReason: String
    private let error: String

    /// Describes a failure.
    ///
    /// - Parameter page: The page as typed; its secrets are left out.
    init(page: String? = nil, status: ExitStatus, failure: any Error, attempts: Int = 1) {
        self.page = page.map(ShownAddress.text)
        self.attempts = attempts
        exitReason = (failure as? PageError)?.code == .hung ? "hung" : status.word
        error = ShownAddress.hidingSecrets(in: "\(failure)")
    }
}
