/// A user action that is performed on a page at a given time.
public struct PageStep: Sendable, Equatable, Codable {
    /// The kind of action.
    public enum Action: Sendable, Equatable, Codable {
        /// Move the pointer to the center of an element and click the primary button.
        case click(selector: String)
        /// Move the pointer to the center of an element.
        case hover(selector: String)
        /// Scroll the page, in CSS pixels; positive is down.
        case scroll(distance: Double)
        /// Scroll until an element is centered, as far as the page allows.
        case scrollTo(selector: String)
        /// Type a text into an element, which is clicked first (default: the focused element).
        case type(text: String, into: String?)
        /// Press and release a key.
        case press(PageKey)

        /// The action in the words of a file of steps, without a text, which may be a password.
        package var title: String {
            switch self {
            case .click(let selector): "click \(selector)"
            case .hover(let selector): "hover \(selector)"
            case .scroll(let distance): "scroll \(Int(exactly: distance).map(String.init) ?? "\(distance)")"
            case .scrollTo(let selector): "scroll \(selector)"
            case .type(_, into: let selector?): "type into \(selector)"
            case .type(_, into: nil): "type"
            case .press(let key): "press \(key.title)"
            }
        }
    }

    /// The time since the first document of the page began to arrive.
    public let time: Duration
    /// The action.
    public let action: Action

    /// Sorts steps by their times; steps of the same time keep their order.
    package static func inOrder(_ steps: [PageStep]) -> [PageStep] {
        steps.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    }

    /// Describes a step.
    public init(at time: Duration, _ action: Action) {
        self.time = time
        self.action = action
    }
}

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
