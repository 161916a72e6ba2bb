import Foundation
import Glibc

/// A server that misbehaves on every request.
final class FaultyServer: Sendable {
    /// What it does after reading a request's header.
    struct Behavior: Sendable {
        /// Several actions in order; then the connection is closed.
        enum Step: Sendable {
            case send(String)
            /// Sends the same text repeatedly.
            case flood(String, times: Int)
            /// Resets the connection instead of closing it.
            case reset
            /// Keeps the connection until the client closes it.
            case silence
        }

        let name: String
        let steps: [Step]
    }

    private let port: SilentPort

    /// Serves until the server is released.
    init(_ behavior: Behavior) throws {
        let port = try SilentPort(accepts: true)
        self.port = port
        let listener = port.descriptor
        Thread.detachNewThread {
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { return }
                Thread.detachNewThread { Self.answer(connection, behavior) }
            }
        }
    }

    deinit { shutdown(port.descriptor, Int32(SHUT_RDWR)) }

    var url: String { port.url }

    private static func answer(_ connection: Int32, _ behavior: Behavior) {
        defer { close(connection) }
        guard readHeader(connection) else { return }
        for step in behavior.steps {
            switch step {
            case .send(let text): guard send(text, to: connection) else { return }
            case .flood(let text, let times):
                for _ in 0..<times { guard send(text, to: connection) else { return } }
            case .reset:
                // Without lingering, unread data is answered with a reset (socket(7), SO_LINGER).
                var linger = linger(l_onoff: 1, l_linger: 0)
                unsafe setsockopt(
                    connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
                return
            case .silence:
                var byte: UInt8 = 0
                while unsafe recv(connection, &byte, 1, 0) > 0 {}
            }
        }
    }

    private static func readHeader(_ connection: Int32) -> Bool {
        var end: [UInt8] = []
        var byte: UInt8 = 0
        while end != Array("\r\n\r\n".utf8) {
            guard unsafe recv(connection, &byte, 1, 0) == 1 else { return false }
            end = end.suffix(3) + [byte]
        }
        return true
    }

    private static func send(_ text: String, to connection: Int32) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}

extension FaultyServer.Behavior {
    private static let page = TestPage.timed(300)

    private static func head(_ status: String, _ fields: String...) -> Step {
        .send("HTTP/1.1 \(status)\r\nConnection: close\r\n" + fields.map { $0 + "\r\n" }.joined() + "\r\n")
    }

    private static let html = "Content-Type: text/html; charset=utf-8"

    static let all: [Self] = [
        Self(name: "resets every connection", steps: [.reset]),
        Self(name: "closes every connection", steps: []),
        Self(name: "never answers", steps: [.silence]),
        Self(name: "answers something else", steps: [.send("220 mail.example ESMTP\r\n"), .silence]),
        Self(name: "answers with half a line", steps: [.send("HTTP/1.1 2")]),
        Self(name: "sends half a header", steps: [.send("HTTP/1.1 200 OK\r\nContent-Type: text/"), .silence]),
        Self(
            name: "sends a header of 10 MB",
            steps: [
                .send("HTTP/1.1 200 OK\r\n"), .flood("X-A: \(String(repeating: "x", count: 1000))\r\n", times: 10_000),
            ]),
        Self(name: "cuts the page off", steps: [head("200 OK", html, "Content-Length: 100000"), .send(page)]),
        Self(
            name: "resets in the page",
            steps: [head("200 OK", html, "Content-Length: 100000"), .send(String(page.prefix(100))), .reset]),
        Self(
            name: "stalls in the page",
            steps: [head("200 OK", html, "Content-Length: 100000"), .send(String(page.prefix(100))), .silence]),
        Self(
            name: "sends chunks of wrong lengths",
            steps: [head("200 OK", html, "Transfer-Encoding: chunked"), .send("ffff\r\n" + page + "\r\nzz\r\n")]),
        Self(name: "lies about the encoding", steps: [head("200 OK", html, "Content-Encoding: gzip"), .send(page)]),
        Self(
            name: "sends the page byte by byte",
            steps: [head("200 OK", html)] + page.map { .send(String($0)) }),
        Self(
            name: "sends a page of 50 MB",
            steps: [
                head("200 OK", html), .send(page),
                .flood("<!-- \(String(repeating: "x", count: 10_000)) -->", times: 5000),
            ]),
        Self(name: "sends an empty page", steps: [head("200 OK", html, "Content-Length: 0")]),
        Self(name: "answers with 204", steps: [head("204 No Content")]),
        Self(name: "answers with 205", steps: [head("205 Reset Content", "Content-Length: 0")]),
        Self(name: "answers with 304", steps: [head("304 Not Modified")]),
        Self(
            name: "answers with 401",
            steps: [head("401 Unauthorized", "WWW-Authenticate: Basic realm=\"x\"", "Content-Length: 0")]),
        Self(name: "answers with 404", steps: [head("404 Not Found", html), .send("<p>gone")]),
        Self(name: "answers with 503", steps: [head("503 Service Unavailable", html), .send("<p>later")]),
        Self(name: "redirects to itself", steps: [head("302 Found", "Location: /", "Content-Length: 0")]),
        Self(
            name: "redirects to a file", steps: [head("302 Found", "Location: file:///etc/passwd", "Content-Length: 0")]
        ),
        Self(
            name: "redirects to data", steps: [head("302 Found", "Location: data:text/html,gone", "Content-Length: 0")]),
        Self(
            name: "redirects to a closed port",
            steps: [head("302 Found", "Location: http://127.0.0.1:1/", "Content-Length: 0")]),
        Self(
            name: "redirects to a signal",
            steps: [head("302 Found", "Location: pagereel://cancel", "Content-Length: 0")]),
        Self(name: "redirects nowhere", steps: [head("302 Found", "Content-Length: 0")]),
        Self(name: "sends a PDF", steps: [head("200 OK", "Content-Type: application/pdf"), .send("%PDF-1.4\n")]),
        Self(
            name: "sends an attachment",
            steps: [head("200 OK", html, "Content-Disposition: attachment; filename=x"), .send(page)]),
        Self(name: "sends plain text", steps: [head("200 OK", "Content-Type: text/plain"), .send(page)]),
        Self(
            name: "sends a type that is unknown",
            steps: [head("200 OK", "Content-Type: application/x-nothing"), .flood("x", times: 1000)]),
    ]
}
