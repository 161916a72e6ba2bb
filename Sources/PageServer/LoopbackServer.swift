package import FlyingFox
private import FlyingSocks
private import Glibc
private import Synchronization

/// An HTTP server on a port of 127.0.0.1, which other websites cannot read.
///
/// It runs from `start` until it is released, on Swift's thread pool: the main actor may be busy. Requests, and the
/// number of connections, have limits (``ServerLimits``).
package final class LoopbackServer: Sendable {
    /// The port on 127.0.0.1.
    package let port: UInt16

    private let handler: ServedHandler
    private let task: Task<Void, any Error>

    private init(_ handler: ServedHandler, port: UInt16, task: Task<Void, any Error>) {
        self.handler = handler
        self.port = port
        self.task = task
    }

    deinit { task.cancel() }

    /// The address of the server's root.
    package var address: String { "http://127.0.0.1:\(port)/" }

    /// Starts a server, which responds with status 404 at first.
    ///
    /// - Parameters:
    ///   - port: The port; the kernel chooses a free one for 0.
    ///   - limits: What the server grants its clients.
    /// - Throws: `portInUse` or `cannotListen`.
    package static func start(
        port: UInt16 = 0, limits: ServerLimits = ServerLimits()
    ) async throws(PageServerError) -> LoopbackServer {
        do {
            let pool = HTTPServer.defaultPool()
            try await pool.prepare()
            let socket = try Socket(domain: AF_INET)
            do {
                // Child processes do not inherit it.
                _ = fcntl(socket.file.rawValue, F_SETFD, FD_CLOEXEC)
                try socket.setValue(true, for: .localAddressReuse)
                try socket.bind(to: .inet(ip4: "127.0.0.1", port: port))
                try socket.listen()
                guard case .ip4(_, let port) = try socket.sockname() else { throw SocketError.unsupportedAddress }
                let listener = try AsyncSocket(socket: socket, pool: pool)
                let handler = ServedHandler()
                let task = Task.detached {
                    // A listening socket has nothing to lose.
                    defer { try? socket.close() }
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        group.addTask { try await pool.run() }
                        group.addTask { try await accept(from: listener, limits: limits, handler) }
                        // Whichever ends first ends the other.
                        try await group.next()
                        group.cancelAll()
                    }
                }
                return LoopbackServer(handler, port: port, task: task)
            } catch {
                // The first error says what is wrong.
                try? socket.close()
                throw error
            }
        } catch SocketError.failed(_, EADDRINUSE, _) where port != 0 {
            throw .portInUse(port)
        } catch {
            throw .cannotListen(reason: "\(error)")
        }
    }

    /// Accepts connections; if there are too many, the one that made no progress for the longest time ends.
    private static func accept(
        from listener: AsyncSocket, limits: ServerLimits, _ handler: ServedHandler
    ) async throws {
        let open = OpenConnections()
        try await withThrowingDiscardingTaskGroup { group in
            while true {
                try Task.checkCancellation()
                guard open.count < limits.connections else {
                    open.endOldest()
                    try await Task.sleep(for: pause)
                    continue
                }
                let connection: Connection
                do {
                    connection = Connection(try await listener.accept())
                } catch SocketError.failed(_, let code, _) where [EMFILE, ENFILE, ENOMEM, ECONNABORTED].contains(code) {
                    open.endOldest()
                    try await Task.sleep(for: pause)
                    continue
                }
                open.add(connection)
                group.addTask {
                    await connection.serve(handler, limits: limits)
                    open.remove(connection)
                }
            }
        }
    }

    /// The wait until a connection that was ended is closed.
    private static let pause = Duration.milliseconds(10)

    /// Begins to serve something; called once.
    ///
    /// - Parameter handler: Responds to `GET` and `HEAD` requests with an accepted `Host`.
    package func serve(_ handler: some HTTPHandler) async {
        self.handler.base.withLock { $0 = LoopbackHandler(handler, port: port) }
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

/// The handler that a server gets after its start.
private final class ServedHandler: HTTPHandler {
    let base = Mutex<(any HTTPHandler)?>(nil)

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard let base = base.withLock(\.self) else { return .refusal(.notFound, "Nothing is served yet.") }
        return try await base.handleRequest(request)
    }
}

/// The open connections of a server.
private final class OpenConnections: Sendable {
    private let connections = Mutex<[ObjectIdentifier: Connection]>([:])

    var count: Int { connections.withLock(\.count) }

    func add(_ connection: Connection) { connections.withLock { $0[ObjectIdentifier(connection)] = connection } }

    func remove(_ connection: Connection) { connections.withLock { $0[ObjectIdentifier(connection)] = nil } }

    /// Ends the connection that made no progress for the longest time.
    func endOldest() { connections.withLock { $0.values.min { $0.progress < $1.progress }?.hangUp() } }
}

/// What a server grants its clients.
package struct ServerLimits: Sendable {
    /// The longest request line with its headers, in bytes.
    var head = 8 << 10
    /// How long a client may take to send a request, and to close the connection after a refusal.
    var patience = Duration.seconds(10)
    /// The number of connections at the same time.
    ///
    /// A browser opens six.
    var connections = 128

    package init() {}
}

/// Passes on the requests that a server on 127.0.0.1 may answer, and refuses the others.
struct LoopbackHandler<Base: HTTPHandler>: HTTPHandler {
    private let base: Base
    private let hosts: Set<String>

    /// Protects a handler that is served on a local port.
    init(_ base: Base, port: UInt16) {
        self.base = base
        hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
    }

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        let response = try await answer(to: request)
        guard request.method == .HEAD, case .httpBody(let body) = response.payload else { return response }
        var headers = response.headers
        headers[.contentLength] = body.count.map(String.init)
        return HTTPResponse(statusCode: response.statusCode, headers: headers)
    }

    private func answer(to request: HTTPRequest) async throws -> HTTPResponse {
        // Any other host name may be a DNS rebinding attack: a web page points its own name at this
        // machine to read local files.
        guard let host = request.headers[.host], hosts.contains(host.lowercased()) else {
            return .refusal(.misdirectedRequest, "This server goes by another name.")
        }
        guard request.method == .GET || request.method == .HEAD else {
            return .refusal(
                .methodNotAllowed, "Files can only be read.", headers: [HTTPHeader("Allow"): "GET, HEAD"])
        }
        return try await base.handleRequest(request)
    }
}
