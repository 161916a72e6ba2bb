// Its headers have a struct stat, too, which is the one that the compiler finds if it reads them first.
private import CGIO
private import Dispatch
private import Foundation
private import Glibc

/// A desktop notification (org.freedesktop.Notifications, Desktop Notifications Specification 1.2).
public struct DesktopNotification: Sendable {
    private let title: String
    private let text: String

    /// Creates a notification.
    ///
    /// - Parameters:
    ///   - title: The title; one line.
    ///   - text: The body as plain text; markup is escaped.
    public init(title: String, text: String) {
        self.title = title
        self.text = text
    }

    /// Sends the notification to the desktop.
    ///
    /// Errors are ignored, because delivery cannot be confirmed anyway.
    ///
    /// - Parameters:
    ///   - bus: The session bus.
    ///   - patience: The timeout, which also covers a bus that hangs.
    public func show(on bus: SessionBus, patience: Duration = .seconds(3)) {
        let isDone = DispatchSemaphore(value: 0)
        // On a separate thread, because connecting has no timeout. A thread that hangs ends with the process.
        Thread.detachNewThread {
            send(to: bus.address, patience: patience)
            isDone.signal()
        }
        _ = isDone.wait(timeout: .now() + .milliseconds(Int(patience / .milliseconds(1))))
    }

    private func send(to address: String, patience: Duration) {
        guard let connection = unsafe recorder_connect_to_bus(address) else { return }
        defer { unsafe g_object_unref(UnsafeMutableRawPointer(connection)) }
        let answer = unsafe recorder_call_bus(
            connection, "org.freedesktop.Notifications", "/org/freedesktop/Notifications", "Notify", parameters(),
            gint(patience / .milliseconds(1)))
        if let answer = unsafe answer { unsafe g_variant_unref(answer) }
    }

    /// The arguments of Notify: program name, no notification to replace, no icon, title, text, no
    /// buttons, no hints, default timeout.
    ///
    /// The reference is floating; the caller's D-Bus call consumes it.
    private func parameters() -> OpaquePointer? {
        let hint = unsafe g_variant_type_new("{sv}")
        defer { unsafe g_variant_type_free(hint) }
        var parts: [OpaquePointer?] = unsafe [
            g_variant_new_string("pagereel"), g_variant_new_uint32(0), g_variant_new_string(""),
            g_variant_new_string(title), g_variant_new_string(markup(text)), g_variant_new_strv(nil, 0),
            g_variant_new_array(hint, nil, 0), g_variant_new_int32(-1),
        ]
        return unsafe g_variant_new_tuple(&parts, gsize(parts.count))
    }

    /// Escapes text for desktops that interpret markup.
    private func markup(_ text: String) -> String {
        guard let escaped = unsafe g_markup_escape_text(text, -1) else { return "" }
        defer { unsafe g_free(escaped) }
        return unsafe String(cString: escaped)
    }
}

/// The D-Bus session bus of the user's desktop.
public struct SessionBus: Sendable, Equatable {
    /// The address in D-Bus syntax: `unix:path=/run/user/1000/bus`.
    public let address: String

    /// Creates a reference to a bus.
    public init(address: String) { self.address = address }

    /// Finds the session bus of the user; `nil` if missing.
    ///
    /// Cron does not set the address, so systemd's default path is tried as well. An address that
    /// would start a new bus is ignored.
    ///
    /// - Parameter environment: The process's environment.
    public init?(environment: [String: String]) {
        if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty {
            guard address.hasPrefix("unix:") else { return nil }
            self.address = address
            return
        }
        let path = (environment["XDG_RUNTIME_DIR"] ?? "/run/user/\(getuid())") + "/bus"
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
        address = "unix:path=" + Self.escaped(path)
    }

    /// Escapes a value in an address (D-Bus Specification, "Server Addresses").
    private static func escaped(_ path: String) -> String {
        path.utf8.map { byte in
            let scalar = Unicode.Scalar(byte)
            let isPlain =
                scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
                || "-_/.\\*".unicodeScalars.contains(scalar)
            return isPlain ? String(scalar) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}
