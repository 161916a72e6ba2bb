/// A step, and what became of it.
public struct StepOutcome: Sendable, Equatable, Codable {
    /// The ways in which a step can end.
    public enum Status: String, Sendable, Codable {
        /// The page has received the step's input.
        case done
        /// The step could not be performed.
        case failed
        /// The page was no longer followed at the step's time, or the step before it failed.
        case notReached = "not-reached"
        /// The element on which the step depends (`if`) was missing.
        case skipped
    }

    /// The step.
    public let step: PageStep
    /// When the page received the first of it, since its first document began to arrive; `nil` if it did not.
    public let time: Duration?
    /// How it ended.
    public let status: Status
    /// Why it was not done, as a sentence for users; `nil` if it was.
    public let reason: String?

    /// Describes a step's end.
    package init(_ step: PageStep, _ status: Status, at time: Duration? = nil, because reason: String? = nil) {
        self.step = step
        self.status = status
        self.time = time
        self.reason = reason
    }
}
