private import CWebKitGTK
internal import EngineLink

extension PageKey {
    /// The X11 keysym of the key (X11 protocol, appendix A).
    var keyValue: UInt32 {
        switch identity {
        case .named(let name): unsafe gdk_keyval_from_name(name)
        case .typing(let character): gdk_unicode_to_keyval(character)
        }
    }

    /// Whether the key leaves the open list of a `<select>`.
    var leavesList: Bool {
        switch identity {
        case .named(let name): ["Return", "Escape", "space"].contains(name)
        case .typing: false
        }
    }
}
