import EngineLink
import Foundation

/// Reads the lines that `playwright codegen --target=jsonl` writes: an action with its locator on each.
struct PlaywrightSteps {
    private(set) var imported: ImportedSteps

    init(_ imported: ImportedSteps) { self.imported = imported }

    /// What an action may cause that a recording does not have.
    private static let declined = ["dialog": "a dialog", "popup": "another page", "download": "a download"]

    /// The bits of an action's modifiers.
    private static let modifiers: [(bit: Int, name: String)] = [(1, "Alt"), (2, "Control"), (4, "Meta"), (8, "Shift")]

    /// Reads a line.
    mutating func add(_ entry: [String: Any], number: Int) {
        let name = entry["name"] as? String ?? ""
        let page = entry["pageAlias"] as? String ?? "page"
        guard page == "page" else {
            return imported.leaveOut("'\(name)' is in another page, '\(page)'", number: number)
        }
        for signal in entry["signals"] as? [[String: Any]] ?? [] {
            guard let kind = signal["name"] as? String, let what = Self.declined[kind] else { continue }
            imported.note("it opens \(what), which pagereel declines", number: number)
        }
        switch name {
        // The first line describes the browser.
        case "", "closePage": break
        case "openPage", "navigate":
            if let address = entry["url"] as? String, address != "about:blank" { imported.visit(address) }
        case "press" where entry["locator"] == nil && entry["selector"] == nil:
            press(entry["key"] as? String ?? "", number)
        case "click", "hover", "check", "uncheck", "fill", "press", "select", "setInputFiles", "assertText",
            "assertValue", "assertChecked", "assertVisible":
            guard var target = target(entry["locator"] as? [String: Any], number) else {
                return imported.leaveOut("'\(name)' has no locator that can be used", number: number)
            }
            var frames: [PageTarget] = []
            for selector in entry["framePath"] as? [String] ?? [] {
                guard let frame = Self.frame(selector) else {
                    return imported.leaveOut(
                        "'\(name)' is in a frame with a selector that cannot be used, '\(selector)'", number: number)
                }
                frames.append(frame)
            }
            target.frames = frames + target.frames
            use(target, name, entry, number)
        default: imported.leaveOut("'\(name)' has no counterpart", number: number)
        }
    }

    private mutating func use(_ target: PageTarget, _ name: String, _ entry: [String: Any], _ number: Int) {
        var target = target
        // Only clicks on drawings have a place, which decides what they do.
        let place = entry["position"] as? [String: Any]
        if ["click", "hover"].contains(name), let x = place?["x"] as? Double, let y = place?["y"] as? Double {
            target.position = PageTarget.Position(x: x, y: y)
        }
        switch name {
        case "click":
            if entry["modifiers"] as? Int ?? 0 != 0 { imported.note("it clicks without the modifiers", number: number) }
            let isDouble = entry["clickCount"] as? Int ?? 1 > 1
            imported.add(
                .click(target, entry["button"] as? String == "right" ? .secondary : isDouble ? .double : .single))
        case "hover": imported.add(.hover(target))
        case "check", "uncheck": imported.add(.check(target, isChecked: name == "check"))
        case "fill": imported.fill(target, with: entry["text"] as? String ?? "")
        case "press":
            let bits = entry["modifiers"] as? Int ?? 0
            let held = Self.modifiers.filter { bits & $0.bit != 0 }.map(\.name)
            press((held + [entry["key"] as? String ?? ""]).joined(separator: "+"), number)
        case "select":
            for option in entry["options"] as? [String] ?? [] { imported.add(.select(option: option, from: target)) }
        case "setInputFiles":
            let files = entry["files"] as? [String] ?? []
            if !files.isEmpty { imported.add(.upload(files, into: target)) }
        case "assertText":
            let isPart = entry["substring"] as? Bool ?? true
            imported.add(.expect(.text(target, entry["text"] as? String ?? "", isExact: !isPart)))
        case "assertValue": imported.add(.expect(.value(target, entry["value"] as? String ?? "")))
        case "assertChecked":
            imported.add(.expect(.state(target, entry["checked"] as? Bool ?? true ? .checked : .unchecked)))
        default: imported.add(.expect(.state(target, .visible)))
        }
    }

    private mutating func press(_ key: String, _ number: Int) {
        guard let chord = PageChord(key.replacing("ControlOrMeta", with: "Control")) else {
            return imported.leaveOut("the key '\(key)' is unknown", number: number)
        }
        imported.add(.press(chord))
    }

    // MARK: Elements

    private static let kinds: [String: PageTarget.Kind] = [
        "default": .css, "role": .role, "text": .text, "label": .label, "placeholder": .placeholder, "alt": .alt,
        "title": .title, "test-id": .testID,
    ]

    /// Reads the selector of a frame; `nil` if it has no counterpart.
    private static func frame(_ selector: String) -> PageTarget? {
        let parts = selector.split(separator: " >> ", omittingEmptySubsequences: false)
        guard let first = parts.first, parts.count <= 2 else { return nil }
        var frame: PageTarget
        if let match = first.wholeMatch(of: /internal:attr=\[title="([^"\\]*)"([is])\]/) {
            frame = PageTarget(.title, String(match.1))
            frame.isExact = match.2 == "s"
        } else if let match = first.wholeMatch(of: /internal:testid=\[data-testid="([^"\\]*)"s\]/) {
            frame = PageTarget(.testID, String(match.1))
        } else {
            // Another way to find elements, such as text=, is no CSS.
            guard !first.isEmpty, !first.contains(/^[a-z:_\-]+=|^\/\//) else { return nil }
            frame = .css(String(first))
        }
        guard parts.count == 2 else { return frame }
        guard let match = parts[1].wholeMatch(of: /nth=(-?\d+)/), let index = Int(match.1) else { return nil }
        frame.index = index
        return frame
    }

    /// Reads a locator, a chain of objects; `nil` if it has a part without a counterpart.
    private mutating func target(_ locator: [String: Any]?, _ number: Int) -> PageTarget? {
        var (found, frames): (PageTarget?, [PageTarget]) = (nil, [])
        var link = locator
        while let part = link {
            link = part["next"] as? [String: Any]
            let body = part["body"] as? String ?? ""
            let options = part["options"] as? [String: Any] ?? [:]
            switch part["kind"] as? String ?? "" {
            case "frame-locator", "frame": frames.append(.css(body))
            case "first": found?.index = 0
            case "last": found?.index = -1
            case "nth": found?.index = Int(body)
            case "visible" where body == "true": break
            case let kind:
                guard let known = Self.kinds[kind] else { return nil }
                if let outer = found {
                    imported.note("the element is not looked for in \(outer.title)", number: number)
                }
                var target = PageTarget(known, body)
                target.name = options["name"] as? String
                target.isExact = options["exact"] as? Bool ?? false
                if options["hasText"] != nil { return nil }
                found = target
            }
        }
        found?.frames = frames
        return found
    }
}
