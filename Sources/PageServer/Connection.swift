import FlyingFox
import FlyingSocks
import Foundation
private import Glibc
import Synchronization

/// A client's connection, from its acceptance until it is closed.
///
/// Any thread may use this object.
final class Connection: Sendable {
    private let socket: AsyncSocket
    private let state: Mutex<State>

    private struct State {
        var isOpen = true
        var progress = ContinuousClock.now
        /// Ends the connection if a request takes too long; `nil` while none is expected.
        var deadline: Task<Void, Never>?
    }

    init(_ socket: AsyncSocket) {
        self.socket = socket
        state = Mutex(State())
        // Child processes do not inherit it.
        _ = fcntl(socket.socket.file.rawValue, F_SETFD, FD_CLOEXEC)
    }

    deinit { close() }

    /// When bytes were last sent or received.
    var progress: ContinuousClock.Instant { state.withLock(\.progress) }

    /// Reads what has arrived, at least one byte.
    func read() async throws -> [UInt8] {
        let bytes = try await socket.read(atMost: 4096)
        state.withLock { $0.progress = .now }
        return bytes
    }

    /// Writes bytes.
    func write(_ data: Data) async throws {
        try await socket.write(data)
        state.withLock { $0.progress = .now }
    }

    /// Ends the connection after a time, unless ``expectNothing()`` is called before; a second call has no effect.
    func expect(within time: Duration) {
        state.withLock { state in
            guard state.deadline == nil else { return }
            state.deadline = Task { [weak self] in
                // An error means that the request has arrived.
                guard (try? await Task.sleep(for: time)) != nil else { return }
                self?.hangUp()
            }
        }
    }

    /// Takes back ``expect(within:)``.
    func expectNothing() {
        state.withLock { state in
            state.deadline?.cancel()
            state.deadline = nil
        }
    }

    /// Ends the connection from any thread: reading and writing fail from now on.
    func hangUp() {
        state.withLock { state in
            // A closed descriptor's number may be another file's.
            if state.isOpen { _ = shutdown(socket.socket.file.rawValue, CInt(SHUT_RDWR)) }
        }
    }

    /// Sends the end of what is written, and discards what the client still sends, within a time.
    ///
    /// Closing at once would destroy a response that the client has not yet read (RFC 9112, section 9.6).
    func finish(within time: Duration) async {
        _ = shutdown(socket.socket.file.rawValue, CInt(SHUT_WR))
        expect(within: time)
        // Ends with the connection.
        while (try? await read()) != nil {}
    }

    /// Closes the connection.
    func close() {
        expectNothing()
        state.withLock { state in
            guard state.isOpen else { return }
            state.isOpen = false
            // Nothing can be done about a failure.
            try? socket.close()
        }
    }
}

extension Connection {
    /// Answers requests until the client or the server ends the connection.
    func serve(_ handler: any HTTPHandler, limits: ServerLimits) async {
        defer { close() }
        expect(within: limits.patience)
        var reader = RequestReader(limits: limits)
        do {
            while let request = try await reader.next(from: self) {
                var response = await Self.response(to: request, from: handler)
                let isLast = request.hasBody || request.headers[.connection]?.lowercased() != "keep-alive"
                response.headers[.connection] = isLast ? "close" : "keep-alive"
                try await send(response)
                if isLast { return await finish(within: limits.patience) }
            }
        } catch let refusal as RequestReader.Refusal {
            var response = HTTPResponse.refusal(refusal.status, refusal.reason)
            response.headers[.connection] = "close"
            // A client that does not read its refusal gets nothing more.
            guard (try? await send(response)) != nil else { return }
            await finish(within: limits.patience)
        } catch {
            // The client is gone.
        }
    }

    private static func response(to request: HTTPRequest, from handler: any HTTPHandler) async -> HTTPResponse {
        guard !request.hasBody || ![.GET, .HEAD].contains(request.method) else {
            return .refusal(.payloadTooLarge, "A request to read has no body.")
        }
        do {
            return try await handler.handleRequest(request)
        } catch {
            return .refusal(.internalServerError, "The request cannot be answered.")
        }
    }

    private func send(_ response: HTTPResponse) async throws {
        guard case .httpBody(let body) = response.payload else { throw SocketError.disconnected }
        var headers = response.headers
        if headers[.contentLength] == nil { headers[.contentLength] = body.count.map(String.init) }
        var head = "HTTP/1.1 \(response.statusCode.code) \(response.statusCode.phrase)\r\n"
        // A header's values are joined; iterating over the headers would separate them.
        for name in headers.keys { head += "\(name.rawValue): \(headers[name] ?? "")\r\n" }
        try await write(Data((head + "\r\n").utf8))
        for try await chunk in body { try await write(chunk) }
    }
}
