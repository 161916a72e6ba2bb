private import CGIO
private import Dispatch
private import Foundation

/// A message that the user's desktop shows
/// (org.freedesktop.Notifications, Desktop Notifications Specification 1.2).
public struct DesktopNotification: Sendable {
    private let title: String
    private let text: String

    /// Writes a message.
    ///
    /// - Parameters:
    ///   - title: One line.
    ///   - text: What else there is to say. It is shown as it is: what looks
    ///     like markup is none.
    public init(title: String, text: String) {
        self.title = title
        self.text = text
    }

    /// Has the desktop show it.
    ///
    /// Whether anybody saw it is not known, so that nothing is said of what
    /// fails.
    ///
    /// - Parameters:
    ///   - bus: Where the desktop listens.
    ///   - patience: How long to wait for it, a bus that hangs included.
    public func show(on bus: SessionBus, patience: Duration = .seconds(3)) {
        let isDone = DispatchSemaphore(value: 0)
        // In a thread of its own: connecting has no time limit. One that hangs
        // there ends with the process.
        Thread.detachNewThread {
            send(to: bus.address, patience: patience)
            isDone.signal()
        }
        _ = isDone.wait(timeout: .now() + .milliseconds(Int(patience / .milliseconds(1))))
    }

    private func send(to address: String, patience: Duration) {
        let flags = GDBusConnectionFlags(
            G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
                | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
        guard let connection = g_dbus_connection_new_for_address_sync(address, flags, nil, nil, nil) else { return }
        defer { g_object_unref(UnsafeMutableRawPointer(connection)) }
        let name = "org.freedesktop.Notifications"
        let answer = g_dbus_connection_call_sync(
            connection, name, "/org/freedesktop/Notifications", name, "Notify", parameters(), nil,
            G_DBUS_CALL_FLAGS_NONE, gint(patience / .milliseconds(1)), nil, nil)
        if let answer { g_variant_unref(answer) }
    }

    /// The arguments of Notify: the program's name, no message to replace, no
    /// icon, title, text, no buttons, no hints, and the desktop's own time.
    ///
    /// They float: whoever calls with them takes them over.
    private func parameters() -> OpaquePointer? {
        let hint = g_variant_type_new("{sv}")
        defer { g_variant_type_free(hint) }
        var parts: [OpaquePointer?] = [
            g_variant_new_string("pagereel"), g_variant_new_uint32(0), g_variant_new_string(""),
            g_variant_new_string(title), g_variant_new_string(markup(text)), g_variant_new_strv(nil, 0),
            g_variant_new_array(hint, nil, 0), g_variant_new_int32(-1),
        ]
        return g_variant_new_tuple(&parts, gsize(parts.count))
    }

    /// Text as desktops show it that know markup.
    private func markup(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
