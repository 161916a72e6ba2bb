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
        /// Scroll the page until an element is centered.
        case scrollTo(selector: String)
        /// Type a text into an element, which is clicked first (default: the focused element).
        case type(text: String, into: String?)
        /// Press and release a key.
        case press(PageKey)
    }

    /// The time since the page began to arrive.
    public let time: Duration
    /// The action.
    public let action: Action

    /// Describes a step.
    public init(at time: Duration, _ action: Action) {
        self.time = time
        self.action = action
    }
}
