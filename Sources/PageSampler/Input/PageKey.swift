private import CWebKitGTK

/// A key of the keyboard.
public struct PageKey: Sendable, Equatable {
    /// The key as X11 numbers it (X11 protocol, appendix A; xkbcommon's
    /// `XKB_KEY_…`).
    let value: UInt32

    /// Finds a key by the name that a page sees as `KeyboardEvent.key` (UI
    /// Events KeyboardEvent key Values), or by the character that it types.
    ///
    /// - Returns: Nothing if there is no such key.
    public init?(name: String) {
        let names = [
            "Enter": "Return", "Tab": "Tab", "Escape": "Escape", "Backspace": "BackSpace", "Delete": "Delete",
            "ArrowUp": "Up", "ArrowDown": "Down", "ArrowLeft": "Left", "ArrowRight": "Right", "Home": "Home",
            "End": "End", "PageUp": "Page_Up", "PageDown": "Page_Down", "Space": "space", "Insert": "Insert",
        ]
        if let known = names.first(where: { $0.key.lowercased() == name.lowercased() })?.value {
            self.init(value: gdk_keyval_from_name(known))
        } else if name.count > 1, name.first?.uppercased() == "F", let number = Int(name.dropFirst()),
            (1...12).contains(number)
        {
            self.init(value: gdk_keyval_from_name("F\(number)"))
        } else if let scalar = name.unicodeScalars.first, name.unicodeScalars.count == 1 {
            self.init(scalar)
        } else {
            return nil
        }
    }

    /// The key that types a character.
    init(_ scalar: Unicode.Scalar) {
        self.init(value: scalar == "\n" ? gdk_keyval_from_name("Return") : gdk_unicode_to_keyval(scalar.value))
    }

    private init(value: UInt32) { self.value = value }

    /// The names that are no characters, for a person.
    public static let names =
        "Enter, Tab, Escape, Backspace, Delete, Space, Home, End, PageUp, PageDown, Insert, ArrowUp, ArrowDown, "
        + "ArrowLeft, ArrowRight and F1 to F12"
}
