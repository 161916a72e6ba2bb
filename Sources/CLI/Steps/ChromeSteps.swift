import EngineLink
import Foundation

/// Reads the steps of Chrome's DevTools Recorder (the schema of its package `@puppeteer/replay`).
struct ChromeSteps {
    private(set) var imported: ImportedSteps
    /// The modifiers that are held down.
    private var held: [PageChord.Modifier] = []

    init(_ imported: ImportedSteps) { self.imported = imported }

    /// Reads a step.
    mutating func add(_ step: [String: Any], number: Int) {
        let type = step["type"] as? String ?? ""
        switch type {
        case "navigate": if let address = step["url"] as? String { imported.visit(address) }
        case "setViewport":
            if let width = step["width"] as? Int, let height = step["height"] as? Int {
                imported.note(
                    "the view has \(width)x\(height) pixels; record with --size \(width)x\(height)", number: number)
            }
        case "close": break
        case "keyDown", "keyUp": key(step["key"] as? String ?? "", isDown: type == "keyDown", number)
        case "scroll": scroll(step, number)
        case "waitForExpression":
            if let script = step["expression"] as? String { imported.add(.wait(.script(script))) }
        case "click", "doubleClick", "hover", "change", "waitForElement":
            let window = step["target"] as? String ?? "main"
            guard window == "main" else {
                return imported.leaveOut(
                    "it is in another window or in a frame of another origin, \(window)", number: number)
            }
            guard let target = target(step, number) else {
                return imported.leaveOut("\(type) has no selector that can be used", number: number)
            }
            use(target, type, step, number)
        default: imported.leaveOut("'\(type)' has no counterpart", number: number)
        }
    }

    private mutating func use(_ target: PageTarget, _ type: String, _ step: [String: Any], _ number: Int) {
        switch type {
        case "click":
            var target = target
            let (x, y) = (step["offsetX"] as? Double, step["offsetY"] as? Double)
            // What a drawing does depends on where it is clicked.
            if target.kind == .css, target.value.contains(/(^|[ >])(canvas|svg)[^ >]*$/), let x, let y {
                target.position = PageTarget.Position(x: x, y: y)
            }
            imported.add(.click(target, step["button"] as? String == "secondary" ? .secondary : .single))
        case "doubleClick": imported.add(.click(target, .double))
        case "hover": imported.add(.hover(target))
        case "change":
            imported.fill(target, with: step["value"] as? String ?? "")
        default: wait(for: target, step, number)
        }
    }

    // MARK: Waiting

    /// Waits for elements, in so many words as the recording: for their number, attributes and properties.
    private mutating func wait(for target: PageTarget, _ step: [String: Any], _ number: Int) {
        let (count, comparison) = (step["count"] as? Int ?? 1, step["operator"] as? String ?? ">=")
        // The whole step is inverted.
        let isInverted = step["visible"] as? Bool == false
        let hasDetails = ["attributes", "properties"].contains { (step[$0] as? [String: Any])?.isEmpty == false }
        switch (comparison, count) {
        case (">=", 1) where !hasDetails: imported.add(.wait(.state(target, isInverted ? .hidden : .visible)))
        case ("==", 0...) where !hasDetails && !isInverted: imported.add(.wait(.count(target, count)))
        default:
            guard [">=", "==", "<="].contains(comparison) else {
                return imported.leaveOut("waitForElement has an unknown operator, '\(comparison)'", number: number)
            }
            guard target.frames.isEmpty, let selector = Self.plainSelector(step) else {
                return imported.leaveOut(
                    "this waitForElement needs a CSS selector of an element in no frame and no shadow root; write a "
                        + "step 'wait' with a script", number: number)
            }
            guard let details = Self.details(step) else {
                return imported.leaveOut(
                    "waitForElement compares lists or objects; write a step 'wait' with a script", number: number)
            }
            let list = "document.querySelectorAll(\(Self.quoted(selector)))"
            var script = "\(list).length \(comparison == "==" ? "===" : comparison) \(count)"
            if !details.isEmpty { script += " && [...\(list)].every(it => \(details.joined(separator: " && ")))" }
            imported.add(.wait(.script(isInverted ? "!(\(script))" : script)))
        }
    }

    /// The first selector of a step that means the same in a script.
    private static func plainSelector(_ step: [String: Any]) -> String? {
        (step["selectors"] as? [Any] ?? []).lazy.compactMap(parts).first { parts in
            parts.count == 1 && !parts[0].contains(/^(aria|text|pierce|xpath)\//)
        }?.first
    }

    /// What is true of each element `it` that a step waits for, as expressions; `nil` if one cannot be written.
    private static func details(_ step: [String: Any]) -> [String]? {
        var details: [String] = []
        for (name, value) in (step["attributes"] as? [String: Any] ?? [:]).sorted(by: { $0.key < $1.key }) {
            guard let value = value as? String else { return nil }
            details.append("it.getAttribute(\(quoted(name))) === \(quoted(value))")
        }
        for (name, value) in (step["properties"] as? [String: Any] ?? [:]).sorted(by: { $0.key < $1.key }) {
            guard !(value is [Any]), !(value is [String: Any]) else { return nil }
            // What JSON cannot write was not read from JSON.
            let literal = try? JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed)
            guard let literal else { return nil }
            let text = (value as? String).map(quoted) ?? String(decoding: literal, as: UTF8.self)
            details.append("it[\(quoted(name))] === \(text)")
        }
        return details
    }

    /// A text as a literal of JavaScript.
    private static func quoted(_ text: String) -> String {
        let escapes: [Character: String] = ["\\": #"\\"#, "'": #"\'"#, "\n": #"\n"#, "\r": #"\r"#, "\r\n": #"\r\n"#]
        return "'" + text.map { escapes[$0] ?? String($0) }.joined() + "'"
    }

    // MARK: Keys and scrolling

    private mutating func key(_ name: String, isDown: Bool, _ number: Int) {
        if let modifier = PageChord.Modifier(rawValue: name) {
            held.removeAll { $0 == modifier }
            if isDown { held.append(modifier) }
        } else if isDown {
            guard let chord = PageChord((held.map(\.rawValue) + [name]).joined(separator: "+")) else {
                return imported.leaveOut("the key '\(name)' is unknown", number: number)
            }
            imported.add(.press(chord))
        }
    }

    private mutating func scroll(_ step: [String: Any], _ number: Int) {
        guard step["selectors"] == nil else {
            return imported.leaveOut(
                "it scrolls an element; write a step 'scroll' with an element in it", number: number)
        }
        let (x, y) = (step["x"] as? Double ?? 0, step["y"] as? Double ?? 0)
        imported.add(.evaluate("scrollTo(\(x), \(y))"))
    }

    // MARK: Elements

    /// The best of a step's selectors.
    private mutating func target(_ step: [String: Any], _ number: Int) -> PageTarget? {
        let (sure, others) = Self.selectors(step)
        var found = Self.best(of: sure) ?? Self.path(in: sure) ?? Self.best(of: others) ?? Self.path(in: others)
        if found == nil, let name = (sure + others).lazy.compactMap(Self.name).first {
            found = PageTarget(step["type"] as? String == "change" ? .label : .text, name)
            imported.note(
                "the element is recorded by its name '\(name)' only; it is found by that text", number: number)
        }
        guard var target = found else { return nil }
        if let path = step["frame"] as? [Int], !path.isEmpty {
            target.frames = path.map { index in
                var frame = PageTarget.css("iframe, frame")
                frame.index = index
                return frame
            }
            imported.note("the frame is found by its number", number: number)
        }
        return target
    }

    /// The roles of what is only a part of something else, such as the text or the picture of a button.
    private static let innerRoles: Set = ["generic", "none", "presentation", "img", "image", "StaticText"]

    /// The selectors of a step, of one part each.
    ///
    /// A list of several parts is a path: each part is in the one before, perhaps in its shadow root. Elements in shadow
    /// roots are found without a mention of them, but the last part alone may match something else too.
    ///
    /// - Returns: The selectors that name the element, and those to use only if there is no other.
    private static func selectors(_ step: [String: Any]) -> (sure: [String], others: [String]) {
        var (sure, others): ([String], [String]) = ([], [])
        let isPointed = ["click", "doubleClick", "hover"].contains(step["type"] as? String)
        for path in (step["selectors"] as? [Any] ?? []).compactMap(parts) {
            var parts = path
            // The role of what is in a named element says nothing: the named element gets the click, too.
            while isPointed, parts.count > 1, parts[parts.count - 2].hasPrefix("aria/"),
                role(ofNameless: parts.last) != nil
            {
                parts.removeLast()
            }
            guard let part = parts.last else { continue }
            let removed = path.dropFirst(parts.count)
            let isSure =
                removed.isEmpty
                ? !isInner(part) && (path.count == 1 || part.contains(/^aria\/|^#|data-testid/))
                : removed.allSatisfy(isInner)
            if isSure { sure.append(part) } else { others.append(part) }
        }
        return (sure, others)
    }

    /// The parts of a selector, which is a text or a list of them; `nil` for anything else.
    private static func parts(_ selector: Any) -> [String]? {
        let parts = selector as? [String] ?? (selector as? String).map { [$0] }
        return parts?.isEmpty == true ? nil : parts
    }

    /// The role of a selector that has no name; `nil` for other selectors.
    private static func role(ofNameless selector: String?) -> String? {
        selector?.wholeMatch(of: /aria\/\s*\[role="([^"]*)"\]/).map { String($0.1) }
    }

    /// Whether a selector has only the role of what is a part of something else.
    private static func isInner(_ selector: String) -> Bool {
        role(ofNameless: selector).map { innerRoles.contains($0) } ?? false
    }

    /// The best of several selectors.
    private static func best(of selectors: [String]) -> PageTarget? {
        let targets = selectors.compactMap(Self.target)
        let order: [(PageTarget) -> Bool] = [
            { $0.kind == .role && ($0.name != nil || !innerRoles.contains($0.value)) },
            { $0.kind == .css && $0.value.contains(/^#|data-testid/) }, { $0.kind == .css }, { $0.kind == .text },
            { $0.kind == .role },
        ]
        return order.lazy.compactMap { targets.first(where: $0) }.first
    }

    /// The accessible name of a selector that has nothing else.
    private static func name(_ selector: String) -> String? {
        selector.wholeMatch(of: /aria\/\s*(.*\S)\s*/).map { String($0.1) }
    }

    /// The element of an XPath of the recorder, which leads from an id or from the document to a child of a child.
    private static func path(in selectors: [String]) -> PageTarget? {
        let form = /xpath\/(\/\/\*\[@id="([^"]*)"\])?((\/[\w\-]+(\[\d+\])?)*)/
        guard let path = selectors.lazy.compactMap({ $0.wholeMatch(of: form) }).first else { return nil }
        let steps = path.3.split(separator: "/").map { step in
            String(step.replacing(/\[(\d+)\]/) { ":nth-of-type(\($0.1))" })
        }
        let root = path.2.map { [##"[id="\##($0)"]"##] } ?? []
        return root.isEmpty && steps.first != "html" ? nil : .css((root + steps).joined(separator: " > "))
    }

    /// Reads a selector; `nil` for those by accessible name alone and XPath.
    private static func target(_ selector: String) -> PageTarget? {
        let parts = selector.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        switch parts[0] {
        case "aria" where parts.count > 1:
            guard let match = parts[1].wholeMatch(of: /(.*)\[role="([^"]*)"\]/) else { return nil }
            // Chrome's own name of the role.
            var target = PageTarget(.role, match.2 == "image" ? "img" : String(match.2))
            if !match.1.isEmpty { (target.name, target.isExact) = (String(match.1), true) }
            return target
        case "text" where parts.count > 1: return PageTarget(.text, parts[1])
        case "pierce" where parts.count > 1: return .css(parts[1])
        case "xpath" where parts.count > 1: return nil
        default: return .css(selector)
        }
    }
}
