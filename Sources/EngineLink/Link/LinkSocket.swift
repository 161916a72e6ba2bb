private import Files
private import Glibc
private import Synchronization

/// One end of the socket between the command and an engine.
///
/// Any thread may send; one thread receives.
package final class LinkSocket: Sendable {
    /// The file descriptor, which this object owns.
    package let descriptor: CInt
    private let isClosed = Atomic(false)
    /// Held while a message is written, so that messages do not interleave.
    private let sending = Mutex(())

    /// Takes ownership of a descriptor.
    package init(owning descriptor: CInt) { self.descriptor = descriptor }

    deinit { close() }

    /// Closes this end; it must not be used afterward.
    package func close() {
        if !isClosed.exchange(true, ordering: .sequentiallyConsistent) { _ = Glibc.close(descriptor) }
    }

    /// Shuts down the connection in both directions.
    package func shutDown() { shutdown(descriptor, CInt(SHUT_RDWR)) }

    /// Takes ownership of an inherited descriptor and sets `FD_CLOEXEC`.
    package convenience init(inheriting descriptor: CInt) {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        self.init(owning: descriptor)
    }

    /// Creates a connected pair of sockets (unix(7), stream) with `FD_CLOEXEC`.
    ///
    /// - Throws: `missingComponent` if the process has no free descriptors.
    package static func pair() throws(PageError) -> (LinkSocket, LinkSocket) {
        var ends: [CInt] = [-1, -1]
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw PageError(
                .missingComponent,
                "The socket to the page's engine could not be created (\(SystemError.last.text))."
            )
        }
        return (LinkSocket(owning: ends[0]), LinkSocket(owning: ends[1]))
    }

    /// Sends a message; blocks while the socket is full.
    ///
    /// A message that the other side can no longer read is dropped; the receiving side notices the
    /// closed connection.
    package func send(_ message: LinkMessage) {
        guard let bytes = try? message.encoded() else { return }
        sending.withLock { _ in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = unsafe rest.withUnsafeBytes {
                    unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
                }
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }
    }

    /// Waits until ``receive()`` would not block.
    ///
    /// - Parameter milliseconds: The timeout.
    /// - Returns: Whether `receive()` would return at once.
    package func isReadable(within milliseconds: CInt) -> Bool {
        var file = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&file, 1, milliseconds) > 0
    }

    /// The result of ``receive()``.
    package enum Received: Sendable {
        /// Received bytes.
        case bytes([UInt8])
        /// The other side has closed its end, or its process has ended.
        case end
    }

    /// Blocks until bytes arrive; returns at most 64 KiB.
    package func receive() -> Received {
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, initialized in
            var count: Int
            repeat {
                count = unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0)
            } while count < 0 && errno == EINTR
            initialized = max(0, count)
        }
        return bytes.isEmpty ? .end : .bytes(bytes)
    }
}
