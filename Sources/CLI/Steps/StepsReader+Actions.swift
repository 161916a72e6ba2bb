import EngineLink
import Foundation
import Frames
import Notation
import Yams

// The actions of steps, and the elements that they are about.

extension StepsReader {
    /// Reads an action.
    ///
    /// - Parameters:
    ///   - name: One of ``StepItem/actions``.
    ///   - value: What follows it.
    ///   - item: The step's other keys.
    func action(_ name: String, _ value: Node, _ item: StepItem, _ mark: YAMLFile.Mark?) throws -> PageStep.Action {
        switch name {
        case "goto": return .goto(try text(value))
        case "click", "double-click", "right-click":
            return .click(try place(value), PageStep.Click(rawValue: name) ?? .single)
        case "hover": return .hover(try place(value))
        case "move":
            let (x, y) = try point(value)
            return .move(x: x, y: y)
        case "drag": return .drag(try place(value), to: try dragEnd(item, mark))
        case "type":
            return .type(
                text: try text(value), into: try item.details["into"].map { try target($0.value) },
                every: try time("every", item))
        case "fill":
            return .fill(
                text: try text(value), into: try target(try detail("into", of: name, item, mark)),
                every: try time("every", item))
        case "press":
            let text = try text(value)
            guard let chord = PageChord(text) else {
                throw file.error(
                    at: value,
                    "There is no key '\(text)'; keys are single characters, \(PageKey.names). Modifiers are "
                        + "written before: Control+A, Shift+Tab, Alt+F4, Meta+K.")
            }
            return .press(chord)
        case "select":
            return .select(option: try text(value), from: try target(try detail("from", of: name, item, mark)))
        case "check", "uncheck": return .check(try target(value), isChecked: name == "check")
        case "upload":
            let names = try value.sequence.map { try $0.map(text) } ?? [try text(value)]
            for name in names where !FileManager.default.isReadableFile(atPath: path(to: name)) {
                throw file.error(at: value, "The file '\(path(to: name))' cannot be read.")
            }
            return .upload(names.map(path), into: try target(try detail("into", of: name, item, mark)))
        case "scroll": return try scroll(value, over: try time("for", item))
        case "wait":
            if let text = value.scalar == nil ? nil : try text(value) {
                if let length = Form<Duration>.time.read(text) { return .pass(length) }
            }
            return .wait(try condition(value))
        case "expect": return .expect(try condition(value))
        case "highlight":
            guard let length = try time("for", item) else { throw file.error(at: mark, "highlight: needs for:.") }
            return .highlight(try target(value), for: length)
        case "zoom": return try zoom(value, item)
        case "screenshot":
            let name = try text(value)
            guard !Screenshots.fileName(name).isEmpty else {
                throw file.error(at: value, "screenshot: needs a name for its file, such as screenshot: signed-in.")
            }
            return .screenshot(name: name, of: try item.details["of"].map { try target($0.value) })
        case "evaluate": return .evaluate(try text(value))
        case "if":
            let steps = try steps(in: try detail("then", of: name, item, mark))
            guard steps.allSatisfy({ $0.time == nil }) else {
                throw file.error(at: mark, "The steps of then: follow one another and have no at:.")
            }
            return .branch(try target(value), then: steps)
        default: return .signal(try signal(name, value, item, mark))
        }
    }

    private func detail(_ key: String, of name: String, _ item: StepItem, _ mark: YAMLFile.Mark?) throws -> Node {
        guard let value = item.details[key]?.value else { throw file.error(at: mark, "\(name): needs \(key):.") }
        return value
    }

    private func time(_ key: String, _ item: StepItem) throws -> Duration? {
        try item.details[key].map { try file.value(of: key, at: $0.mark, substituted($0.value), .positiveTime) }
    }

    private func signal(_ name: String, _ value: Node, _ item: StepItem, _ mark: YAMLFile.Mark?) throws -> PageSignal {
        switch name {
        case "mark": return .mark(name: try text(value))
        case "caption":
            guard let length = try time("for", item) else { throw file.error(at: mark, "caption: needs for:.") }
            return .caption(text: try text(value), duration: length)
        default:
            guard value.null != nil || value.scalar?.string == "" else {
                throw file.error(at: value, "Nothing follows \(name):.")
            }
            return name == "pause" ? .pause : name == "stop" ? .stop : .resume
        }
    }

    private func scroll(_ value: Node, over length: Duration?) throws -> PageStep.Action {
        guard let text = value.scalar == nil ? nil : try text(value) else {
            return .scrollTo(try target(value), over: length)
        }
        guard let distance = Double(text) else {
            guard text.wholeMatch(of: #/[-+]?[0-9.]+ ?[a-z%]+/#) == nil else {
                throw file.error(
                    at: value, "Write the distance in CSS pixels, without a unit: scroll: 800; up is negative.")
            }
            return .scrollTo(try target(value), over: length)
        }
        guard distance.isFinite else { throw file.error(at: value, "Write the distance in CSS pixels: scroll: 800.") }
        return .scroll(distance: distance, over: length)
    }

    /// How much the camera enlarges, and how long it moves, if a step does not say.
    private static let usualZoom = 2.0
    private static let zoomTime = Duration.milliseconds(800)

    private func zoom(_ value: Node, _ item: StepItem) throws -> PageStep.Action {
        let range = PageStep.zoomRange
        func factor(_ node: Node) throws -> Double {
            guard let factor = Double(try text(node)), range.contains(factor) else {
                throw file.error(
                    at: node,
                    "zoom: enlarges by a number from \(Int(range.lowerBound)) to \(Int(range.upperBound)), like by: 2; "
                        + "zoom: 1 shows the whole page again.")
            }
            return factor
        }
        let length = try time("for", item) ?? Self.zoomTime
        let by = try item.details["by"].map { try factor($0.value) }
        guard value.scalar != nil, Double(try text(value)) != nil else {
            return .zoom(try target(value), by: by ?? Self.usualZoom, over: length)
        }
        if let (mark, _) = item.details["by"] { throw file.error(at: mark, "by: goes with an element, not a number.") }
        return .zoom(nil, by: try factor(value), over: length)
    }

    private func dragEnd(_ item: StepItem, _ mark: YAMLFile.Mark?) throws -> PageStep.DragEnd {
        switch (item.details["to"], item.details["by"]) {
        case (let end?, nil): return .target(try place(end.value))
        case (nil, let distance?):
            let (x, y) = try point(distance.value)
            return .offset(x: x, y: y)
        default:
            throw file.error(at: mark, "drag: needs to: with an element, or by: with a distance, like by: [100, 0].")
        }
    }

    /// Reads two numbers.
    private func point(_ node: Node) throws -> (x: Double, y: Double) {
        let numbers = try node.sequence?.map { Double(try text($0)) }
        guard let numbers, numbers.count == 2, let x = numbers[0], let y = numbers[1], x.isFinite, y.isFinite else {
            throw file.error(at: node, "Two numbers of CSS pixels are expected here, like [100, 50].")
        }
        return (x, y)
    }

    // MARK: Elements

    private static let targetHint =
        "An element is written as a CSS selector, or like {role: button, name: Save}, {text: Save} or {label: Email}."

    /// The keys of an element beside the way to find it.
    private static let targetKeys = ["name", "exact", "nth", "frame"]

    /// Reads an element, and perhaps a position in it.
    private func place(_ node: Node) throws -> PageTarget {
        guard node.mapping != nil else { return try target(node) }
        var entries = try file.entries(of: node, Self.targetHint)
        guard let index = entries.firstIndex(where: { $0.key == "position" }) else { return try target(node) }
        let (x, y) = try point(entries.remove(at: index).value)
        var target = try target(entries, at: node)
        target.position = PageTarget.Position(x: x, y: y)
        return target
    }

    /// Reads an element.
    func target(_ node: Node) throws -> PageTarget {
        guard node.mapping != nil else { return .css(try text(node)) }
        return try target(file.entries(of: node, Self.targetHint), at: node)
    }

    /// Reads an element.
    ///
    /// - Parameter entries: Its keys and values.
    private func target(
        _ entries: [(key: String, mark: YAMLFile.Mark?, value: Node)], at node: Node
    ) throws -> PageTarget {
        let kinds = PageTarget.Kind.allCases.map(\.rawValue)
        var found: PageTarget?
        for (key, mark, value) in entries {
            guard let kind = PageTarget.Kind(rawValue: key) else { continue }
            guard found == nil else { throw file.error(at: mark, "An element is found in one way; remove \(key):.") }
            found = PageTarget(kind, try text(value))
        }
        guard var target = found else { throw file.error(at: node, "An element is expected here. \(Self.targetHint)") }
        for (key, mark, value) in entries where PageTarget.Kind(rawValue: key) == nil {
            switch key {
            case "name" where target.kind == .role: target.name = try text(value)
            case "exact":
                guard let isExact = value.bool else { throw file.error(at: mark, "exact must be true or false.") }
                target.isExact = isExact
            case "nth":
                target.index = try file.value(of: key, at: mark, substituted(value), .wholeNumber(in: -9999...9999))
            case "frame": target.frames = try value.sequence.map { try $0.map(self.target) } ?? [try self.target(value)]
            case "name": throw file.error(at: mark, "name: goes with role: only.")
            case "position":
                throw file.error(at: mark, "position: goes with the elements of clicks, hover: and drag: only.")
            default:
                throw file.error(
                    at: mark,
                    "An element has no '\(key)'. \(Self.targetHint)\(guess(key, in: kinds + Self.targetKeys))")
            }
        }
        return target
    }

    // MARK: Conditions

    private static let conditionHint =
        "A condition is written as an element, {css: '#x', state: hidden}, {css: '#x', has-text: Done}, "
        + "{css: li, count: 3}, {css: input, has-value: x}, {url: '**/done'}, {signal: start} or {script: window.isReady}."

    private func condition(_ node: Node) throws -> PageCondition {
        if node.scalar != nil, try text(node) == "network-idle" { return .networkIdle }
        guard node.mapping != nil else { return .state(try target(node), .visible) }
        var entries = try file.entries(of: node, Self.conditionHint)
        if entries.count == 1, let only = entries.first {
            if only.key == "url" { return .address(try text(only.value)) }
            if only.key == "signal" { return .signal(try text(only.value)) }
            if only.key == "script" { return .script(try text(only.value)) }
        }
        func take(_ key: String) -> StepItem.Entry? {
            entries.firstIndex { $0.key == key }.map { entries.remove(at: $0) }.map { ($0.mark, $0.value) }
        }
        let (state, text, value, count) = (take("state"), take("has-text"), take("has-value"), take("count"))
        guard [state, text, value, count].compactMap(\.self).count <= 1 else {
            throw file.error(at: node, "A condition is about one thing. \(Self.conditionHint)")
        }
        let target = try target(entries, at: node)
        if let text { return .text(target, try self.text(text.value), isExact: target.isExact) }
        if let value { return .value(target, try self.text(value.value)) }
        if let count {
            let number = try file.value(
                of: "count", at: count.mark, substituted(count.value), .wholeNumber(in: 0...1_000_000))
            return .count(target, number)
        }
        guard let state else { return .state(target, .visible) }
        let name = try self.text(state.value)
        guard let known = PageCondition.State(rawValue: name) else {
            let names = PageCondition.State.allCases.map(\.rawValue)
            throw file.error(
                at: state.mark,
                "There is no state '\(name)'; the states are \(names.joined(separator: ", ")).\(guess(name, in: names))"
            )
        }
        return .state(target, known)
    }
}
