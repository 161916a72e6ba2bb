import EngineLink
import Frames

/// A step and what became of it, in JSON.
struct StepJSON: Codable {
    /// The step's time, in seconds.
    let at: Double
    /// The action in the words of a file of steps, without a typed text, which may be a password.
    let step: String
    /// `done`, `failed` or `not-reached`.
    let status: String
    /// Why it was not done; left out if it was.
    let reason: String?

    /// Describes a step.
    init(_ outcome: StepOutcome) {
        at = outcome.step.time.inRoundedSeconds
        step = outcome.step.action.title
        status = outcome.status.rawValue
        reason = outcome.reason
    }
}
