/// A step, and what became of it.
public struct StepOutcome: Sendable, Equatable, Codable {
    /// The ways in which a step can end.
    public enum Status: String, Sendable, Codable {
        /// The page has received the step's input.
        case done
        /// The step could not be performed.
        case failed
        /// The page was no longer followed at the step's time.
        case notReached = "not-reached"
    }

    /// The step.
    public let step: PageStep
    /// How it ended.
    public let status: Status
    /// Why it was not done, as a sentence for users; `nil` if it was.
    public let reason: String?

    /// Describes a step's end.
    package init(_ step: PageStep, _ status: Status, because reason: String? = nil) {
        self.step = step
        self.status = status
        self.reason = reason
    }
}
