import EngineLink
import Frames
import Notation

// Steps in plain English, for readers of a documentation.

extension PageStep.Action {
    /// What the step does, as a sentence without its period; without a typed text, which may be a password.
    var caption: String {
        switch self {
        case .goto(let address): "Go to \(address)"
        case .click(let target, .single): "Click \(target.phrase)"
        case .click(let target, .double): "Double-click \(target.phrase)"
        case .click(let target, .secondary): "Right-click \(target.phrase)"
        case .hover(let target): "Point at \(target.phrase)"
        case .move(let x, let y): "Move the pointer to \(x.brief), \(y.brief)"
        case .drag(let target, to: .target(let end)): "Drag \(target.phrase) to \(end.phrase)"
        case .drag(let target, to: .offset(let x, let y)):
            "Drag \(target.phrase)" + Self.distance(x, "to the right", "to the left", y)
        case .scroll(let distance, _): "Scroll \(distance < 0 ? "up" : "down") by \(abs(distance).brief) pixels"
        case .scrollTo(let target, _): "Scroll to \(target.phrase)"
        case .type(_, into: let target?, _): "Type into \(target.phrase(as: "field"))"
        case .type(_, into: nil, _): "Type text"
        case .fill(_, let target, _): "Fill in \(target.phrase(as: "field"))"
        case .press(let chord): "Press \(Self.keys(of: chord))"
        case .select(let option, let target): "Choose \(PageTarget.quoted(option)) from \(target.phrase(as: "list"))"
        case .check(let target, let isChecked): "\(isChecked ? "Check" : "Uncheck") \(target.phrase)"
        case .upload(let files, let target):
            "Choose \(files.count == 1 ? "a file" : "\(files.count) files") for \(target.phrase)"
        case .pass(let time): "Wait \(time.inRoundedSeconds.brief) s"
        case .wait(.state(let target, .visible)): "Wait for \(target.phrase)"
        case .wait(let condition): "Wait until \(condition.clause)"
        case .expect(let condition): "Check that \(condition.clause)"
        case .evaluate: "Run a script"
        case .signal(.mark(let name)): "Begin the chapter \(PageTarget.quoted(name))"
        case .signal(.caption): "Show a caption"
        case .signal(let signal): "\(signal.word.prefix(1).uppercased() + signal.word.dropFirst()) the recording"
        case .highlight(let target, _): "Look at \(target.phrase)"
        case .zoom(let target?, _, _): "Zoom in on \(target.phrase)"
        case .zoom(nil, let factor, _): factor > 1 ? "Zoom in" : "Zoom out"
        case .screenshot(_, of: let target?): "Take a picture of \(target.phrase)"
        case .screenshot(_, of: nil): "Take a picture"
        case .branch(let target, _): "See whether \(target.phrase) is visible"
        }
    }

    /// The keys, with capital letters beside modifiers, as on a keyboard.
    private static func keys(of chord: PageChord) -> String {
        let isShort = chord.modifiers.isEmpty || chord.key.title.count > 1
        let key = isShort ? chord.key.title : chord.key.title.uppercased()
        return (chord.modifiers.map(\.rawValue) + [key]).joined(separator: "+")
    }

    /// A distance in words, such as ` 100 pixels to the right and 20 pixels up`; empty without one.
    private static func distance(_ x: Double, _ right: String, _ left: String, _ y: Double) -> String {
        let parts = [(x, right, left), (y, "down", "up")].filter { $0.0 != 0 }
            .map { "\(abs($0.0).brief) pixels \($0.0 > 0 ? $0.1 : $0.2)" }
        return parts.isEmpty ? "" : " " + parts.joined(separator: " and ")
    }
}

extension PageTarget {
    /// The element, such as `the button "Save"`.
    fileprivate var phrase: String { phrase(as: nil) }

    /// The element.
    ///
    /// - Parameter noun: What it must be, if only its label is known.
    fileprivate func phrase(as noun: String?) -> String {
        switch kind {
        case .css: described("element", value)
        case .testID: described("element", Self.quoted(value))
        case .text, .title: described(nil, Self.quoted(value))
        case .label: described(noun, Self.quoted(value))
        case .placeholder: described(noun ?? "field", Self.quoted(value))
        case .alt: described("picture", Self.quoted(value))
        case .role: described(Self.nouns[value] ?? value, name.map(Self.quoted))
        }
    }

    private func described(_ noun: String?, _ name: String?) -> String {
        let isCounted = index.map { Self.ordinals[$0] == nil } ?? false
        let ordinal = index.flatMap { Self.ordinals[$0] }
        // A text alone needs no article, unless it is one of several.
        let words = [noun == nil && ordinal == nil ? nil : "the", ordinal, noun, name].compactMap(\.self)
        guard isCounted, let index else { return words.joined(separator: " ") }
        let number = index < 0 ? "number \(-index) from the end" : "number \(index + 1)"
        return (words + [number]).joined(separator: " ")
    }

    /// A text in quotes.
    fileprivate static func quoted(_ text: String) -> String { "\"\(text)\"" }

    private static let ordinals = [
        0: "first", 1: "second", 2: "third", 3: "fourth", 4: "fifth", 5: "sixth", 6: "seventh", 7: "eighth",
        8: "ninth", 9: "tenth", -1: "last",
    ]

    /// Everyday words for ARIA roles that are not such words themselves.
    private static let nouns = [
        "textbox": "field", "searchbox": "search field", "spinbutton": "number field", "combobox": "list",
        "listbox": "list", "listitem": "list item", "radio": "radio button", "menuitem": "menu item",
        "menuitemcheckbox": "menu item", "menuitemradio": "menu item", "img": "picture", "alertdialog": "dialog",
        "tabpanel": "tab", "treeitem": "tree item", "progressbar": "progress bar", "scrollbar": "scroll bar",
        "columnheader": "column heading", "rowheader": "row heading", "gridcell": "cell", "rowgroup": "group of rows",
        "radiogroup": "group", "tablist": "list of tabs", "menubar": "menu", "contentinfo": "footer",
        "banner": "header", "main": "main part", "complementary": "sidebar", "search": "search form",
    ]
}

extension PageCondition {
    /// The condition as a clause; without a field's value, which may be a password.
    fileprivate var clause: String {
        switch self {
        case .state(let target, let state): "\(target.phrase) \(Self.predicate(of: state))"
        case .text(let target, let text, _): "\(target.phrase) shows \(PageTarget.quoted(text))"
        case .value(let target, _): "\(target.phrase(as: "field")) has the right value"
        case .count(let target, 0): "\(target.phrase) is not there"
        case .count(let target, 1): "\(target.phrase) is there once"
        case .count(let target, let count): "\(target.phrase) is there \(count) times"
        case .address(let pattern): "the address is \(pattern)"
        case .networkIdle: "the network is idle"
        case .signal(let name): "the page has sent \(PageTarget.quoted(name))"
        case .script: "the page is ready"
        }
    }

    private static func predicate(of state: State) -> String {
        switch state {
        case .attached: "is in the page"
        case .detached: "is gone"
        case .focused: "has the focus"
        case .unchecked: "is not checked"
        case .visible, .hidden, .enabled, .disabled, .editable, .checked: "is \(state.rawValue)"
        }
    }
}
