// Its headers have a struct stat, too, which is the one that the compiler finds if it reads them first.
private import CGIO
private import Glibc

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
