import Foundation
import Glibc

/// A TCP port of 127.0.0.1 that either refuses connections, or accepts them and never responds.
final class SilentPort: Sendable {
    /// The socket that owns the port.
    let descriptor: Int32
    let number: UInt16

    /// - Parameter accepts: Whether the kernel accepts connections. If not, it refuses them, and
    ///   the port stays reserved.
    init(accepts: Bool) throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw Self.error() }
        self.descriptor = descriptor
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                unsafe bind(descriptor, generic, length) == 0 && getsockname(descriptor, generic, &length) == 0
            }
        }
        number = UInt16(bigEndian: address.sin_port)
        // The deinitializer closes the descriptor on these paths too.
        guard isBound, !accepts || listen(descriptor, 8) == 0 else { throw Self.error() }
    }

    deinit { close(descriptor) }

    var url: String { "http://127.0.0.1:\(number)/" }

    private static func error() -> POSIXError {
        POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
}
