package import EngineLink

/// The texts on the caps of keys.
package enum KeyCaps {
    /// Returns the texts for keys that are pressed together.
    ///
    /// - Parameter chord: The names of the keys as pages see them, joined with `+`: `Control+A`, `Shift+Tab`, `Enter`.
    ///   The key `+` is last: `Control++`.
    package static func texts(ofChord chord: String) -> [String] {
        var names = chord.split(separator: "+").map(String.init)
        // What is after the last separator is a key, even if it is a plus sign.
        if chord.hasSuffix("+") { names.append("+") }
        let texts = names.map(text(ofKey:))
        // Caps show capital letters. A key alone is shown as the character that it types.
        guard texts.count > 1 else { return texts }
        return texts.map { $0.count == 1 && $0.uppercased().count == 1 ? $0.uppercased() : $0 }
    }

    /// Returns the text for one key.
    package static func text(of key: PageKey) -> String { text(ofKey: key.title) }

    private static func text(ofKey name: String) -> String {
        guard name != " " else { return "Space" }
        return texts[name.lowercased()] ?? PageKey(name: name)?.title ?? name
    }

    /// The texts of keys whose caps do not show their names (UI Events KeyboardEvent key Values), by lowercase names.
    private static let texts = [
        "control": "Ctrl", "ctrl": "Ctrl", "shift": "Shift", "alt": "Alt", "altgraph": "AltGr", "meta": "Meta",
        "enter": "↵ Enter", "escape": "Esc", "delete": "Del", "insert": "Ins", "pageup": "PgUp", "pagedown": "PgDn",
        "arrowup": "↑", "arrowdown": "↓", "arrowleft": "←", "arrowright": "→", "space": "Space",
    ]
}
