/// Something that is done to a page at a time of its own, as a person would.
public struct PageStep: Sendable, Equatable, Codable {
    /// What is done.
    public enum Action: Sendable, Equatable, Codable {
        /// The pointer is moved to the middle of an element and its first
        /// button pressed and let go.
        case click(selector: String)
        /// The pointer is moved to the middle of an element.
        case hover(selector: String)
        /// The page is scrolled down, or up if it is less than zero, in CSS
        /// pixels.
        case scroll(distance: Double)
        /// The page is scrolled until an element is in its middle.
        case scrollTo(selector: String)
        /// A text is typed, into an element that is clicked first or into
        /// what has the focus.
        case type(text: String, into: String?)
        /// A key is pressed and let go.
        case press(PageKey)
    }

    /// When, in time since the page began to arrive.
    public let time: Duration
    /// What is done.
    public let action: Action

    /// Describes a step.
    public init(at time: Duration, _ action: Action) {
        self.time = time
        self.action = action
    }
}
