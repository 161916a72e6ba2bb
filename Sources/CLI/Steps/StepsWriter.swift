import EngineLink
import Foundation
import Frames
import Yams

/// Writes steps as a file, which ``StepsReader`` reads as the same steps.
struct StepsWriter {
    let steps: [PageStep]
    /// The page's address, for a comment; `nil` for none.
    let page: String?

    /// The file's text.
    func text() throws -> String {
        let comment = page.map { "# Steps on \($0.split(whereSeparator: \.isNewline).joined(separator: " "))\n" } ?? ""
        let list = Node(steps.map(node), .implicit, .block)
        return comment + (try Yams.serialize(node: list, width: -1, allowUnicode: true))
    }

    private typealias Entry = (key: String, value: Node)

    private func node(_ step: PageStep) -> Node {
        var entries: [Entry] = []
        if let time = step.time { entries.append(("at", Node(time.exactText))) }
        entries += parts(of: step.action)
        if let timeout = step.timeout { entries.append(("timeout", Node(timeout.exactText))) }
        return mapping(entries, .block)
    }

    private func mapping(_ entries: [Entry], _ style: Node.Mapping.Style) -> Node {
        Node(entries.map { (Node($0.key), $0.value) }, .implicit, style)
    }

    private func parts(of action: PageStep.Action) -> [Entry] {
        switch action {
        case .goto(let address): [("goto", text(address))]
        case .click(let target, let kind): [(kind.rawValue, node(target))]
        case .hover(let target): [("hover", node(target))]
        case .move(let x, let y): [("move", numbers(x, y))]
        case .drag(let target, to: .target(let end)): [("drag", node(target)), ("to", node(end))]
        case .drag(let target, to: .offset(let x, let y)): [("drag", node(target)), ("by", numbers(x, y))]
        case .scroll(let distance, let length): [("scroll", Node("\(distance)"))] + time("for", length)
        case .scrollTo(let target, let length): [("scroll", node(target))] + time("for", length)
        case .type(let typed, let target, let interval):
            [("type", text(typed))] + (target.map { [("into", node($0))] } ?? []) + time("every", interval)
        case .fill(let typed, let target, let interval):
            [("fill", text(typed)), ("into", node(target))] + time("every", interval)
        case .press(let chord): [("press", text(chord.title))]
        case .select(let option, let target): [("select", text(option)), ("from", node(target))]
        case .check(let target, let isChecked): [(isChecked ? "check" : "uncheck", node(target))]
        case .upload(let files, let target):
            [("upload", Node(files.map(text), .implicit, .flow)), ("into", node(target))]
        case .pass(let length): [("wait", Node(length.exactText))]
        case .wait(let condition): [("wait", node(condition))]
        case .expect(let condition): [("expect", node(condition))]
        case .evaluate(let script): [("evaluate", text(script))]
        case .signal(.mark(let name)): [("mark", text(name))]
        case .signal(.caption(let shown, let length)): [("caption", text(shown))] + time("for", length)
        case .signal(let signal): [(signal.word, Node("", Tag(.null)))]
        case .highlight(let target, let length): [("highlight", node(target))] + time("for", length)
        case .zoom(let target?, let factor, let length):
            [("zoom", node(target)), ("by", Node("\(factor)"))] + time("for", length)
        case .zoom(nil, let factor, let length): [("zoom", Node("\(factor)"))] + time("for", length)
        case .screenshot(let name, let target):
            [("screenshot", text(name))] + (target.map { [("of", node($0))] } ?? [])
        case .branch(let target, let steps):
            [("if", node(target)), ("then", Node(steps.map(node), .implicit, .block))]
        }
    }

    private func time(_ key: String, _ length: Duration?) -> [Entry] {
        length.map { [(key, Node($0.exactText))] } ?? []
    }

    private func numbers(_ values: Double...) -> Node { Node(values.map { Node("\($0)") }, .implicit, .flow) }

    /// A text in quotes unless it cannot be anything else.
    private func text(_ text: String) -> Node {
        let isPlain = text.contains(/^[A-Za-z][A-Za-z0-9 ]*[A-Za-z0-9]$/)
        let isWord = ["true", "false", "null", "yes", "no", "on", "off"].contains(text.lowercased())
        if isPlain && !isWord { return Node(text) }
        return Node(text, .implicit, text.contains(where: \.isNewline) ? .doubleQuoted : .singleQuoted)
    }

    private func node(_ target: PageTarget) -> Node {
        let isShort = target.kind == .css && target.index == nil && target.position == nil && target.frames.isEmpty
        return isShort ? text(target.value) : mapping(entries(of: target), .flow)
    }

    private func entries(of target: PageTarget) -> [Entry] {
        var entries: [Entry] = [(target.kind.rawValue, text(target.value))]
        if let name = target.name { entries.append(("name", text(name))) }
        if target.isExact { entries.append(("exact", Node("true"))) }
        if let index = target.index { entries.append(("nth", Node("\(index)"))) }
        if let position = target.position { entries.append(("position", numbers(position.x, position.y))) }
        if target.frames.count == 1 { entries.append(("frame", node(target.frames[0]))) }
        if target.frames.count > 1 { entries.append(("frame", Node(target.frames.map(node), .implicit, .flow))) }
        return entries
    }

    private func node(_ condition: PageCondition) -> Node {
        switch condition {
        case .state(let target, .visible): node(target)
        case .state(let target, let state): mapping(entries(of: target) + [("state", Node(state.rawValue))], .flow)
        case .text(var target, let shown, let isExact):
            mapping(entries(of: exact(&target, isExact)) + [("has-text", text(shown))], .flow)
        case .value(let target, let value): mapping(entries(of: target) + [("has-value", text(value))], .flow)
        case .count(let target, let count): mapping(entries(of: target) + [("count", Node("\(count)"))], .flow)
        case .address(let pattern): mapping([("url", text(pattern))], .flow)
        case .networkIdle: Node("network-idle")
        case .signal(let name): mapping([("signal", text(name))], .flow)
        case .script(let script): mapping([("script", text(script))], .flow)
        }
    }

    private func exact(_ target: inout PageTarget, _ isExact: Bool) -> PageTarget {
        target.isExact = isExact
        return target
    }
}
