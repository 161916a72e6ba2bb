import EngineLink
import Notation
import Yams

/// Reads the steps to perform on a page: a list, each with a time and one
/// action.
///
/// ```yaml
/// - {at: 1s, click: '#next'}
/// - {at: 3s, type: hello, into: '#name'}
/// ```
struct StepsReader {
    let file: YAMLFile

    /// Reads a file of steps.
    static func steps(in path: String) throws -> [PageStep] {
        let file = try YAMLFile(path: path, as: "file of steps")
        guard let root = try file.root() else { return [] }
        return try StepsReader(file: file).steps(in: root)
    }

    /// Reads a list of steps.
    func steps(in node: Node) throws -> [PageStep] { try file.items(of: node, Self.hint).map(step) }

    private static let hint = "A step is written like {at: 1s, click: '#next'}."
    private static let actions = ["click", "hover", "scroll", "type", "press"]

    private func step(_ node: Node) throws -> PageStep {
        var time: Duration?
        var into: String?
        var action: (name: String, value: Node)?
        for (key, line, value) in try file.entries(of: node, Self.hint) {
            switch key {
            case "at": time = try file.value(of: key, at: line, value, .time)
            case "into": into = try file.text(value, Self.hint)
            case _ where Self.actions.contains(key):
                guard action == nil else {
                    throw file.error(at: line, "A step does one thing; write another step for \(key).")
                }
                action = (key, value)
            default:
                let known = Self.actions + ["at", "into"]
                let guess = key.nearest(in: known).map { " Did you mean \($0)?" } ?? ""
                throw file.error(
                    at: line,
                    "There is no step '\(key)'; the steps are \(Self.actions.joined(separator: ", ")).\(guess)")
            }
        }
        guard let time else { throw file.error(at: node, "The step has no time. \(Self.hint)") }
        guard let action else { throw file.error(at: node, "The step does nothing. \(Self.hint)") }
        guard into == nil || action.name == "type" else {
            throw file.error(at: node, "into: goes with type: only; \(action.name): takes the element itself.")
        }
        return PageStep(at: time, try self.action(action.name, action.value, into: into))
    }

    private func action(_ name: String, _ value: Node, into selector: String?) throws -> PageStep.Action {
        let text = try file.text(value, Self.hint)
        switch name {
        case "click": return .click(selector: text)
        case "hover": return .hover(selector: text)
        case "scroll":
            guard let distance = Double(text) else { return .scrollTo(selector: text) }
            guard distance.isFinite else {
                throw file.error(at: value, "Write the distance in CSS pixels: scroll: 800.")
            }
            return .scroll(distance: distance)
        case "type": return .type(text: text, into: selector)
        default:
            guard let key = PageKey(name: text) else {
                throw file.error(at: value, "There is no key '\(text)'; keys are single characters, \(PageKey.names).")
            }
            return .press(key)
        }
    }
}
