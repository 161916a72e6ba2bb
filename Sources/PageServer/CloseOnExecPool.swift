import FlyingSocks
import Glibc

/// A socket pool that sets `FD_CLOEXEC`, so that child processes do not inherit sockets.
///
/// The library opens sockets without the flag; each socket waits here for its first connection or
/// next request.
struct CloseOnExecPool<Base: AsyncSocketPool>: AsyncSocketPool {
    let base: Base

    func prepare() async throws { try await base.prepare() }

    func run() async throws { try await base.run() }

    func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
        _ = fcntl(socket.file.rawValue, F_SETFD, FD_CLOEXEC)
        try await base.suspendSocket(socket, untilReadyFor: events)
    }
}
