private import Frames

/// A user action that is performed on a page.
public struct PageStep: Sendable, Equatable, Codable {
    /// How a button of the mouse is used.
    public enum Click: String, Sendable, Codable {
        /// Once, with the primary button.
        case single = "click"
        /// Twice, with the primary button.
        case double = "double-click"
        /// With the secondary button. No menu of the browser appears.
        case secondary = "right-click"
    }

    /// The end of a drag.
    public enum DragEnd: Sendable, Equatable, Codable {
        /// The center of an element.
        case target(PageTarget)
        /// A distance in CSS pixels from the start.
        case offset(x: Double, y: Double)
    }

    /// The kind of action.
    public indirect enum Action: Sendable, Equatable, Codable {
        /// Load another document; an address relative to the page's.
        case goto(String)
        /// Move the pointer to the center of an element and click.
        case click(PageTarget, Click = .single)
        /// Move the pointer to the center of an element.
        case hover(PageTarget)
        /// Move the pointer to a place of the view, in CSS pixels.
        case move(x: Double, y: Double)
        /// Press the primary button at an element's center, move the pointer and release the button.
        case drag(PageTarget, to: DragEnd)
        /// Scroll the page, in CSS pixels; positive is down. With a length of time, evenly and with wheel events.
        case scroll(distance: Double, over: Duration? = nil)
        /// Scroll until an element is centered, as far as the page allows.
        case scrollTo(PageTarget, over: Duration? = nil)
        /// Type a text into an element, which is clicked first (default: the focused element), with a time between
        /// characters.
        case type(text: String, into: PageTarget?, every: Duration? = nil)
        /// Replace what an element contains, or choose the option or the value of a field that takes no text.
        case fill(text: String, into: PageTarget, every: Duration? = nil)
        /// Press and release a key, perhaps with modifiers.
        case press(PageChord)
        /// Choose an option of a `<select>` by its label or value.
        case select(option: String, from: PageTarget)
        /// Bring a checkbox or a radio button into a state by a click.
        case check(PageTarget, isChecked: Bool)
        /// Choose files for a field, by their absolute paths.
        case upload([String], into: PageTarget)
        /// Let the page's time pass.
        case pass(Duration)
        /// Wait until a condition is met.
        case wait(PageCondition)
        /// Fail if a condition is not met in time.
        case expect(PageCondition)
        /// Run a script in the page, the body of an async function.
        case evaluate(String)
        /// Act as if the page had sent a signal: `mark`, `caption`, `pause`, `resume` or `stop`.
        case signal(PageSignal)
        /// Frame an element for a length of time, if the pointer is shown.
        case highlight(PageTarget, for: Duration)
        /// Enlarge what the video shows, within ``zoomRange``, around an element or by default around the pointer; 1 shows
        /// the whole view again.
        case zoom(PageTarget?, by: Double, over: Duration)
        /// Capture a picture of the view, or of an element in it, under a name.
        case screenshot(name: String, of: PageTarget? = nil)
        /// Perform steps if an element is visible now.
        case branch(PageTarget, then: [PageStep])

        /// The action in the words of a file of steps, without a text, which may be a password.
        package var title: String {
            switch self {
            case .goto(let address): "goto \(address)"
            case .click(let target, let kind): "\(kind.rawValue) \(target.title)"
            case .hover(let target): "hover \(target.title)"
            case .move(let x, let y): "move \(Self.number(x)), \(Self.number(y))"
            case .drag(let target, to: .target(let end)): "drag \(target.title) to \(end.title)"
            case .drag(let target, to: .offset(let x, let y)):
                "drag \(target.title) by \(Self.number(x)), \(Self.number(y))"
            case .scroll(let distance, _): "scroll \(Self.number(distance))"
            case .scrollTo(let target, _): "scroll \(target.title)"
            case .type(_, into: let target?, _): "type into \(target.title)"
            case .type(_, into: nil, _): "type"
            case .fill(_, let target, _): "fill \(target.title)"
            case .press(let chord): "press \(chord.title)"
            case .select(_, let target): "select from \(target.title)"
            case .check(let target, let isChecked): "\(isChecked ? "check" : "uncheck") \(target.title)"
            case .upload(_, let target): "upload into \(target.title)"
            case .pass(let time): "wait \(time.text)"
            case .wait(let condition): "wait \(condition.title)"
            case .expect(let condition): "expect \(condition.title)"
            case .evaluate: "evaluate"
            case .signal(let signal): [signal.word, signal.name].compactMap(\.self).joined(separator: " ")
            case .highlight(let target, _): "highlight \(target.title)"
            case .zoom(let target?, _, _): "zoom \(target.title)"
            case .zoom(nil, let factor, _): "zoom \(Self.number(factor))"
            case .screenshot(let name, of: let target?): "screenshot \(name) of \(target.title)"
            case .screenshot(let name, of: nil): "screenshot \(name)"
            case .branch(let target, _): "if \(target.title)"
            }
        }

        private static func number(_ value: Double) -> String { Int(exactly: value).map(String.init) ?? "\(value)" }
    }

    /// The time since the first document of the page began to arrive; `nil` to follow the step before at once.
    public let time: Duration?
    /// How long the step waits until its element can be used (default: ``TakePlan/stepTimeout``).
    public var timeout: Duration?
    /// The action.
    public let action: Action

    /// Sorts steps by their times; steps of the same time keep their order, and those without a time follow the one
    /// before.
    package static func inOrder(_ steps: [PageStep]) -> [PageStep] {
        var time = Duration.zero
        return steps.enumerated().map { offset, step in
            time = step.time ?? time
            return (time: time, offset: offset, step: step)
        }
        .sorted { ($0.time, $0.offset) < ($1.time, $1.offset) }.map(\.step)
    }

    /// The range of the camera's zoom.
    public static let zoomRange = 1.0...4.0

    /// The largest zoom of the camera in a list of steps, at least 1.
    package static func largestZoom(in steps: [PageStep]) -> Double {
        steps.reduce(1) { largest, step in
            switch step.action {
            case .zoom(_, let factor, _): max(largest, factor)
            case .branch(_, let steps): max(largest, largestZoom(in: steps))
            default: largest
            }
        }
    }

    /// Describes a step.
    public init(at time: Duration? = nil, _ action: Action) {
        self.time = time
        self.action = action
    }

    /// The step in the words of messages, such as `The step at 2 s`.
    package var place: String { time.map { "The step at \($0.text)" } ?? "The step '\(action.title)'" }
}
