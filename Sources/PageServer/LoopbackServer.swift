package import FlyingFox
private import FlyingSocks
private import Glibc

/// An HTTP server on a port of 127.0.0.1, which other websites cannot read.
///
/// It runs from `start` until it is released, on Swift's thread pool: the main actor may be busy.
package final class LoopbackServer: Sendable {
    /// The port on 127.0.0.1.
    package let port: UInt16

    /// The timeout for operations that should take no time, such as finding a file, in seconds.
    ///
    /// It is long because the machine may be busy.
    private static let patience = 60.0

    private let server: HTTPServer
    private let task: Task<Void, any Error>

    private init(_ server: HTTPServer, port: UInt16, task: Task<Void, any Error>) {
        self.server = server
        self.port = port
        self.task = task
    }

    deinit { task.cancel() }

    /// The address of the server's root.
    package var address: String { "http://127.0.0.1:\(port)/" }

    /// Starts a server, which responds with status 404 at first.
    ///
    /// - Parameter port: The port; the kernel chooses a free one for 0.
    /// - Throws: `portInUse` or `cannotListen`.
    package static func start(port: UInt16 = 0) async throws(PageServerError) -> LoopbackServer {
        do {
            let server = HTTPServer(
                address: try .inet(ip4: "127.0.0.1", port: port), timeout: Self.patience,
                pool: CloseOnExecPool(base: HTTPServer.defaultPool()), logger: .disabled)
            let listening = Task { try await server.waitUntilListening(timeout: Self.patience) }
            let task = Task.detached {
                do {
                    try await server.run()
                } catch {
                    // The library waits for the timeout even if the port cannot be opened.
                    listening.cancel()
                    throw error
                }
            }
            do {
                try await listening.value
                guard case .ip4(_, let port) = await server.listeningAddress else { throw SocketError.disconnected }
                return LoopbackServer(server, port: port, task: task)
            } catch {
                task.cancel()
                // Why the port cannot be opened, instead of the cancellation.
                try await task.value
                throw error
            }
        } catch SocketError.failed(_, EADDRINUSE, _) where port != 0 {
            throw .portInUse(port)
        } catch {
            throw .cannotListen(reason: "\(error)")
        }
    }

    /// Begins to serve something; called once.
    ///
    /// - Parameter handler: Responds to `GET` and `HEAD` requests with an accepted `Host`.
    package func serve(_ handler: some HTTPHandler) async {
        await server.appendRoute("*", to: LoopbackHandler(handler, port: port))
    }

    /// Waits until the server ends, which happens only by an error.
    ///
    /// - Throws: The server's error, or `CancellationError` if the task is canceled.
    package func run() async throws {
        try await withTaskCancellationHandler {
            do { try await task.value } catch {
                try Task.checkCancellation()
                throw error
            }
        } onCancel: {
            task.cancel()
        }
    }
}
