/// A key of the keyboard.
public struct PageKey: Sendable, Equatable, Codable {
    /// What identifies the key.
    package enum Identity: Sendable, Equatable, Codable {
        /// A key by its X11 name (xkbcommon's `XKB_KEY_…`), such as `Return`.
        case named(String)
        /// The key that types a character, by the character's code point.
        case typing(UInt32)
    }

    package let identity: Identity

    /// Finds a key by the name that a page sees as `KeyboardEvent.key` (UI
    /// Events KeyboardEvent key Values), or by the character that it types.
    ///
    /// - Returns: `nil` for an unknown name.
    public init?(name: String) {
        if let known = Self.namesInX11.first(where: { $0.key.lowercased() == name.lowercased() })?.value {
            self.init(.named(known))
        } else if name.count > 1, name.first?.uppercased() == "F", let number = Int(name.dropFirst()),
            (1...12).contains(number)
        {
            self.init(.named("F\(number)"))
        } else if let scalar = name.unicodeScalars.first, name.unicodeScalars.count == 1 {
            self.init(scalar)
        } else {
            return nil
        }
    }

    /// The key that types a character.
    package init(_ scalar: Unicode.Scalar) {
        self.init(scalar == "\n" ? .named("Return") : .typing(scalar.value))
    }

    /// X11's names by those of pages.
    private static let namesInX11 = [
        "Enter": "Return", "Tab": "Tab", "Escape": "Escape", "Backspace": "BackSpace", "Delete": "Delete",
        "ArrowUp": "Up", "ArrowDown": "Down", "ArrowLeft": "Left", "ArrowRight": "Right", "Home": "Home",
        "End": "End", "PageUp": "Page_Up", "PageDown": "Page_Down", "Space": "space", "Insert": "Insert",
    ]

    /// The name with which a file of steps calls the key.
    package var title: String {
        switch identity {
        case .named(let name): Self.namesInX11.first { $0.value == name }?.key ?? name
        case .typing(let character): Unicode.Scalar(character).map(String.init) ?? ""
        }
    }

    private init(_ identity: Identity) { self.identity = identity }

    /// The names of keys that type no character, for messages.
    public static let names =
        "Enter, Tab, Escape, Backspace, Delete, Space, Home, End, PageUp, PageDown, Insert, ArrowUp, ArrowDown, "
        + "ArrowLeft, ArrowRight and F1 to F12"
}
