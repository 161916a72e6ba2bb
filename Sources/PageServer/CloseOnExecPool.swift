import FlyingSocks
import Glibc

/// A pool whose sockets no program that this one starts inherits.
///
/// The library opens its sockets without `FD_CLOEXEC`; each of them waits here
/// for its first connection or its next request.
struct CloseOnExecPool<Base: AsyncSocketPool>: AsyncSocketPool {
    let base: Base

    func prepare() async throws { try await base.prepare() }

    func run() async throws { try await base.run() }

    func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
        _ = fcntl(socket.file.rawValue, F_SETFD, FD_CLOEXEC)
        try await base.suspendSocket(socket, untilReadyFor: events)
    }
}
