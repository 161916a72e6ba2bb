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
        default:
            if let count = step["count"] as? Int, step["operator"] as? String ?? ">=" == "==" {
                imported.add(.wait(.count(target, count)))
            } else {
                imported.add(.wait(.state(target, step["visible"] as? Bool == false ? .hidden : .visible)))
            }
        }
    }

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
        let lists = step["selectors"] as? [Any] ?? []
        // A list of several parts leads through shadow roots, which need no mention here.
        let selectors = lists.compactMap { ($0 as? [String])?.last ?? $0 as? String }
        let targets = selectors.compactMap(Self.target)
        let order: [(PageTarget) -> Bool] = [
            { $0.kind == .role }, { $0.kind == .css && $0.value.contains(/^#|data-testid/) }, { $0.kind == .css },
            { $0.kind == .text },
        ]
        var found = order.lazy.compactMap({ targets.first(where: $0) }).first ?? Self.path(in: selectors)
        if found == nil, let name = selectors.lazy.compactMap(Self.name).first {
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
