private import Glibc

/// A display number for a private display, reserved for the lifetime of this object.
///
/// A server that chooses the lowest free number itself may take one whose last server is just
/// ending, which then removes the new server's socket. Programs in WebKit's sandbox need that file.
/// Process IDs are no source of numbers either: processes in different PID namespaces have the same
/// ones, and their servers may share a network namespace.
///
/// The reservation is a socket with an abstract name (unix(7)), which exists once in a network
/// namespace. The kernel releases the name when the process ends, however it ends.
final class DisplayNumber {
    /// The number.
    let value: Int

    /// The bound socket, which this object owns.
    private let socket: CInt

    /// The numbers of private displays, above those of screens and of remote sessions.
    ///
    /// A display's number plus 6000 is a 16-bit port number.
    static let numbers = 1000..<59_000

    /// Reserves a random number.
    ///
    /// Recorders in different network namespaces may share the folder of the servers' sockets. They
    /// do not see each other's reservations, but start at different numbers.
    ///
    /// - Throws: `missingComponent` if the system has no free descriptor or number.
    convenience init() throws(PageError) {
        try self.init(from: .random(in: Self.numbers))
    }

    /// Reserves the first free number from `start` on, which is one of ``numbers``.
    ///
    /// After the last number, the search continues with the first.
    init(from start: Int) throws(PageError) {
        socket = Glibc.socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { throw Self.failure }
        let socket = socket
        let candidates = [start..<Self.numbers.upperBound, Self.numbers.lowerBound..<start].joined()
        guard let number = candidates.first(where: { !Self.isUsed($0) && Self.reserve($0, with: socket) }) else {
            let failure = Self.failure
            close(socket)
            throw failure
        }
        value = number
    }

    deinit { close(socket) }

    /// Removes the socket and the lock of a server that was killed (Xserver(1), FILES).
    func removeServerFiles() {
        for file in Self.files(of: value) { unsafe unlink(file) }
    }

    private static func files(of number: Int) -> [String] {
        ["/tmp/.X11-unix/X\(number)", "/tmp/.X\(number)-lock"]
    }

    /// Whether a server has a number, or was killed and left its files.
    private static func isUsed(_ number: Int) -> Bool {
        files(of: number).contains { unsafe access($0, F_OK) == 0 }
    }

    /// Binds a socket to the abstract name of a number.
    ///
    /// - Returns: Whether no other process has the name.
    private static func reserve(_ number: Int, with socket: CInt) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let name = Array("pagereel-display-\(number)".utf8)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { path in
            unsafe path.dropFirst().copyBytes(from: name)
        }
        // Only the bytes within the length belong to an abstract name, the first of which is 0.
        let length = MemoryLayout<sa_family_t>.size + 1 + name.count
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(socket, $0, socklen_t(length)) == 0
            }
        }
    }

    private static var failure: PageError {
        PageError(
            .missingComponent,
            unsafe "No display number could be reserved for Xvfb (\(String(cString: strerror(errno))))."
        )
    }
}
