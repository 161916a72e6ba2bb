/// Which element of a page a step is about.
///
/// The ways to find elements are those of Playwright's locators. All of them look into open shadow roots. CSS takes the
/// first match; the others expect a single visible one.
public struct PageTarget: Sendable, Hashable, Codable {
    /// How an element is found.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// By a CSS selector.
        case css
        /// By the text that the element shows; the smallest such element.
        case text
        /// By its ARIA role, and perhaps its accessible name.
        case role
        /// A control by the text of its label.
        case label
        /// A field by its placeholder.
        case placeholder
        /// A picture by its alternative text.
        case alt
        /// By the attribute `title`.
        case title
        /// By the attribute `data-testid`.
        case testID = "testid"
    }

    /// A place in an element, in CSS pixels from the top left corner inside of its border.
    public struct Position: Sendable, Hashable, Codable {
        /// The distance from the left.
        public let x: Double
        /// The distance from the top.
        public let y: Double

        /// Describes a place.
        public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
    }

    /// How the element is found.
    public let kind: Kind
    /// The selector, text, role or attribute.
    public let value: String
    /// With ``Kind/role``, the accessible name; `nil` for any.
    public var name: String?
    /// Whether texts must be equal (default: they contain the given one, in upper or lower case).
    public var isExact = false
    /// Which of several matches, counted from 0, or from -1 backward.
    public var index: Int?
    /// The place in the element that is meant; `nil` for its center.
    public var position: Position?
    /// The frames that contain the element, the outermost first.
    public var frames: [PageTarget] = []

    /// Describes an element.
    public init(_ kind: Kind, _ value: String) {
        self.kind = kind
        self.value = value
    }

    /// The first element that a CSS selector matches.
    public static func css(_ selector: String) -> PageTarget { PageTarget(.css, selector) }

    /// The element for messages, such as `#next` or `button 'Save'`.
    public var title: String {
        let quoted = "'\(value)'"
        var title =
            switch kind {
            case .css: value
            case .text: "text \(quoted)"
            case .role: [value, name.map { "'\($0)'" }].compactMap(\.self).joined(separator: " ")
            case .label: "label \(quoted)"
            case .placeholder: "placeholder \(quoted)"
            case .alt: "alternative text \(quoted)"
            case .title: "title \(quoted)"
            case .testID: "test id \(quoted)"
            }
        if let index { title += " (nth \(index))" }
        if let frame = frames.last { title += " in \(frame.title)" }
        return title
    }
}
