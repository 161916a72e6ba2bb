private import Glibc

/// Where the user's desktop listens.
public struct SessionBus: Sendable, Equatable {
    /// The address, as D-Bus writes it: `unix:path=/run/user/1000/bus`.
    public let address: String

    /// Takes an address.
    public init(address: String) { self.address = address }

    /// Finds the bus of the user's session, if there is one.
    ///
    /// Cron says nothing of it, so it is also looked for where systemd has it.
    /// An address that would start a bus is none.
    ///
    /// - Parameter environment: The user's own.
    public init?(environment: [String: String]) {
        if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty {
            guard address.hasPrefix("unix:") else { return nil }
            self.address = address
            return
        }
        let path = (environment["XDG_RUNTIME_DIR"] ?? "/run/user/\(getuid())") + "/bus"
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
        address = "unix:path=" + Self.escaped(path)
    }

    /// A value as an address holds it (D-Bus Specification, "Server
    /// Addresses").
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
