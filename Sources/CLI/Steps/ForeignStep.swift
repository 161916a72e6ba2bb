/// A key in a step as other programs call it, and what it is here.
enum ForeignStep {
    /// The steps of other programs, without hyphens.
    private static let steps: [(names: Set<String>, step: String)] = [
        (
            ["sleep", "delay", "waitfor", "waitforselector", "waitforelement", "waitfortimeout"],
            "wait: 2s or wait: '#done'"
        ),
        (["navigate", "visit", "open", "url", "load"], "goto: ADDRESS"),
        (["tap"], "click: '#next'"), (["dblclick", "doubleclick"], "double-click: '#next'"),
        (["contextclick"], "right-click: '#next'"), (["mouseover"], "hover: '#next'"),
        (["input", "enter", "sendkeys", "keyboard"], "{type: Ada, into: '#name'}"),
        (["key", "keypress", "keydown", "shortcut"], "press: Enter"),
        (["choose"], "{select: Blue, from: '#color'}"),
        (["assert", "verify", "should"], "expect: {text: Welcome}"),
        (["script", "js", "javascript", "eval", "execute"], "evaluate: SCRIPT"),
        (["snapshot", "shot"], "screenshot: NAME"), (["chapter"], "mark: NAME"),
        (["subtitle"], "{caption: TEXT, for: 3s}"), (["end", "quit"], "stop:"),
    ]
    /// Keys for the element of a step, and the key that it has here beside each action.
    private static let elements: Set = ["selector", "target", "element", "locator", "field"]
    private static let elementKeys = ["type": "into", "fill": "into", "upload": "into", "select": "from"]
    /// Keys for the text of a step.
    private static let texts: Set = ["text", "value", "content"]
    /// Keys for how fast a text is typed.
    private static let speeds: Set = ["speed", "delay", "interval", "cps", "wpm"]

    /// Says what to write in place of an unknown key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - others: All keys of the step.
    /// - Returns: A sentence after a space; `nil` for a key that is not known from elsewhere.
    static func advice(for key: String, beside others: [String]) -> String? {
        let name = key.lowercased().filter { $0 != "-" && $0 != "_" }
        let action = others.first { StepItem.actions[$0] != nil }
        if let action, elements.contains(name) {
            guard let element = elementKeys[action] else {
                return " Write the element behind the action, like click: '#next'."
            }
            return " Write the element as \(element):, like {\(action): …, \(element): '#name'}."
        }
        if let action, elementKeys[action] == "into", texts.contains(name) {
            return " Write the text behind the action and the element as into:, like {\(action): Ada, into: '#name'}."
        }
        if let action, elementKeys[action] == "into", action != "upload", speeds.contains(name) {
            return " Write the time that each character takes as every:, like every: 80ms."
        }
        return steps.first { $0.names.contains(name) }.map { " Write \($0.step)." }
    }
}
