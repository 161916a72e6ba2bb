import Foundation
import Glibc
import TestSupport
import Testing

@testable import PageServer

/// What a server on 127.0.0.1 grants any program of the machine, asked over raw sockets.
@Suite("Limits of a local server")
struct RequestLimitTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("index.html", "<title>Index</title>")
    }

    /// Starts a server of the folder.
    private func start(_ limits: ServerLimits = ServerLimits()) async throws -> LoopbackServer {
        let server = try await LoopbackServer.start(limits: limits)
        await server.serve(FolderHandler(folder: try ServedFolder(folder.path)))
        return server
    }

    @Test("A request line or headers of 8 kB are refused, shorter ones are not")
    func long() async throws {
        let server = try await start()
        let long = String(repeating: "a", count: 200_000)
        #expect(try await RawClient.request("/?\(long)", port: server.port).status == 431)
        #expect(try await RawClient.request("/", port: server.port, headers: ["X: \(long)"]).status == 431)
        let many = Array(repeating: "X: y", count: 50_000)
        #expect(try await RawClient.request("/", port: server.port, headers: many).status == 431)
        let query = String(repeating: "a", count: 7_900)
        #expect(try await RawClient.request("/?\(query)", port: server.port).text == "<title>Index</title>")
    }

    @Test(
        "A request that others may read differently is refused",
        arguments: [
            (["GET / HTTP/1.1", "Host: evil.example", "Host: HERE"], 400),
            (["GET / HTTP/1.1", "Host: HERE", "host: HERE"], 400), (["GET / HTTP/1.1"], 400),
            (["GET / HTTP/1.1", "Host: HERE", " folded"], 400), (["GET / HTTP/1.1", "Host : HERE"], 400),
            (["GET / HTTP/1.1", "Host: HERE", "no colon"], 400), (["GET  / HTTP/1.1", "Host: HERE"], 400),
            (["GET http://HERE/ HTTP/1.1", "Host: HERE"], 400), (["GET / HTTP/2.0", "Host: HERE"], 505),
            (["GET / HTTP/1.1", "Host: HERE", "Content-Length: 3"], 413),
            (["GET / HTTP/1.1", "Host: HERE", "Content-Length: x"], 413),
            (["GET / HTTP/1.1", "Host: HERE", "Transfer-Encoding: chunked", "Content-Length: 0"], 413),
            (["POST / HTTP/1.1", "Host: HERE", "Content-Length: 3"], 405),
            (["GET / HTTP/1.1", "Host: evil.example"], 421),
            (["GET / HTTP/1.1", "Host: HERE", "Content-Length: 0"], 200), (["GET / HTTP/1.0", "Host: HERE"], 200),
        ])
    func ambiguous(lines: [String], status: Int) async throws {
        let server = try await start()
        let text = lines.joined(separator: "\r\n").replacing("HERE", with: "127.0.0.1:\(server.port)")
        #expect(try await RawClient.send(text + "\r\n\r\nabc", port: server.port).status == status)
    }

    @Test("Requests follow each other on one connection, also in pieces")
    func kept() async throws {
        let server = try await start()
        let request = "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nConnection: keep-alive\r\n\r\n"
        let last = request.replacing("keep-alive", with: "close")
        let answer = try await RawClient.send(request + request + last, port: server.port)
        #expect(answer.text.matches(of: /<title>Index<\/title>/).count == 3, "\(answer.text)")
        let pieces = try await RawClient.send(last, port: server.port, pieces: 7)
        #expect(pieces.text == "<title>Index</title>")
    }

    @Test("A connection whose request does not arrive in time is closed")
    func slow() async throws {
        var limits = ServerLimits()
        limits.patience = .milliseconds(200)
        let server = try await start(limits)
        for text in ["", "GET / HT", "GET / HTTP/1.1\r\nHost: 127.0.0.1"] {
            await #expect(throws: RawClient.Failure.self) { try await RawClient.send(text, port: server.port) }
        }
        #expect(try await RawClient.request("/", port: server.port).status == 200)
    }

    @Test("Connections that are held open do not keep others out")
    func many() async throws {
        var limits = ServerLimits()
        (limits.connections, limits.patience) = (4, .seconds(600))
        let server = try await start(limits)
        var held: [Int32] = []
        defer { held.forEach { _ = close($0) } }
        for _ in 0..<20 { held.append(try RawClient.connect(to: 0x7F00_0001, port: server.port)) }
        #expect(try await RawClient.request("/", port: server.port).status == 200)
    }
}
