private import Frames

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

    /// The beginning of the reason of a step that was not reached, where it is not clear without.
    package static let unreached = "It was not reached: "

    /// The reason of a step that the page's end has cut off.
    package static let cutOff = "The page ended before the step was done."

    /// Describes a step's end.
    package init(_ step: PageStep, _ status: Status, at time: Duration? = nil, because reason: String? = nil) {
        self.step = step
        self.status = status
        self.time = time
        self.reason = reason
    }
}

extension [StepOutcome] {
    /// The steps that were to be done and were not, as sentences: one for each step that failed, and one for all that were
    /// not reached for the same reason.
    package var missedSentences: [String] {
        var sentences: [String] = []
        var reasons: Set<String> = []
        for outcome in self {
            let reason = outcome.reason ?? ""
            switch outcome.status {
            case .failed: sentences.append("\(outcome.step.place) was not done: \(reason)")
            case .notReached where reasons.insert(reason).inserted:
                let alike = filter { $0.status == .notReached && $0.reason == outcome.reason }
                sentences.append(Self.sentence(ofUnreached: alike.map(\.step), because: reason))
            case .notReached, .done, .skipped: break
            }
        }
        return sentences
    }

    private static func sentence(ofUnreached steps: [PageStep], because reason: String) -> String {
        let words = reason.trimmingPrefix(StepOutcome.unreached)
        let cause = words.prefix(1).lowercased() + words.dropFirst()
        guard steps.count > 1 else { return "\(steps[0].place) was not reached: \(cause)" }
        let first = steps[0].time.map { "at \($0.text)" } ?? "'\(steps[0].action.title)'"
        return "\(steps.count) steps were not reached, the first \(first): \(cause)"
    }
}
