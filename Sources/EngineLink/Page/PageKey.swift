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
        switch scalar {
        case "\n": self.init(.named("Return"))
        case "\t": self.init(.named("Tab"))
        default: self.init(.typing(scalar.value))
        }
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

/// A key that is pressed while modifiers are held.
public struct PageChord: Sendable, Equatable, Codable {
    /// A key that changes what others do.
    public enum Modifier: String, Sendable, Codable, CaseIterable {
        /// The left key `Control`.
        case control = "Control"
        /// The left key `Shift`.
        case shift = "Shift"
        /// The left key `Alt`.
        case alt = "Alt"
        /// The left key `Meta`.
        case meta = "Meta"
    }

    /// The modifiers, in the order in which they are pressed.
    public let modifiers: [Modifier]
    /// The key.
    public let key: PageKey

    /// Parses a chord such as `Control+A` or `Shift+Tab`; the key is that of ``PageKey/init(name:)``.
    ///
    /// - Returns: `nil` for an unknown name.
    public init?(_ text: String) {
        var (rest, modifiers): (Substring, [Modifier]) = (text[...], [])
        while let plus = rest.dropFirst().firstIndex(of: "+"), rest.index(after: plus) < rest.endIndex {
            let name = rest[..<plus].lowercased()
            guard let modifier = Modifier.allCases.first(where: { $0.rawValue.lowercased() == name }) else {
                return nil
            }
            modifiers.append(modifier)
            rest = rest[rest.index(after: plus)...]
        }
        // The case of a letter is Shift's alone, as on a keyboard.
        var name = String(rest)
        if !modifiers.isEmpty, name.count == 1 {
            name = modifiers.contains(.shift) ? name.uppercased() : name.lowercased()
        }
        guard let key = PageKey(name: name) else { return nil }
        self.modifiers = modifiers
        self.key = key
    }

    /// Describes a chord.
    public init(_ key: PageKey, with modifiers: [Modifier] = []) {
        self.key = key
        self.modifiers = modifiers
    }

    /// The chord as a file of steps calls it.
    public var title: String { (modifiers.map(\.rawValue) + [key.title]).joined(separator: "+") }
}
