/// What a step waits for or expects of a page.
public enum PageCondition: Sendable, Hashable, Codable {
    /// What an element can be.
    public enum State: String, Sendable, Hashable, Codable, CaseIterable {
        /// It has a size, and its `visibility` is `visible`.
        case visible
        /// It is missing or not visible.
        case hidden
        /// It is in the document.
        case attached
        /// It is not in the document.
        case detached
        /// It takes clicks.
        case enabled
        /// It or something around it has `disabled` or `aria-disabled`.
        case disabled
        /// It is enabled and not read-only.
        case editable
        /// A checkbox, a radio button or a switch is on.
        case checked
        /// It is off.
        case unchecked
        /// It has the focus.
        case focused
    }

    /// An element is in a state.
    case state(PageTarget, State)
    /// An element shows a text (default: contains it).
    case text(PageTarget, String, isExact: Bool)
    /// A field has a value.
    case value(PageTarget, String)
    /// So many elements match.
    case count(PageTarget, Int)
    /// The page's address matches a pattern, in which `*` is any text without a slash and `**` any text.
    case address(String)
    /// For half a second no request has been without its complete answer.
    case networkIdle
    /// The page has sent this signal, or a mark of this name; `start` is also met by a recording that begins without one.
    case signal(String)
    /// A script of the page returns a true value.
    case script(String)

    /// The condition in the words of a file of steps.
    package var title: String {
        switch self {
        case .state(let target, .visible): target.title
        case .state(let target, let state): "\(target.title) \(state.rawValue)"
        case .text(let target, let text, _): "\(target.title) with the text '\(text)'"
        case .value(let target, let value): "\(target.title) with the value '\(value)'"
        case .count(let target, let count): "\(count) of \(target.title)"
        case .address(let pattern): "the address \(pattern)"
        case .networkIdle: "network-idle"
        case .signal(let name): "signal \(name)"
        case .script(let text): "script \(text)"
        }
    }
}
