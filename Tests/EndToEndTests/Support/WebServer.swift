import FlyingFox
import FlyingSocks
import Foundation
import Synchronization
import TestSupport

/// A local HTTP server with the test's pages, which records its requests.
final class WebServer: Sendable {
    /// The response for a path.
    struct Page: Sendable {
        var status = 200
        var headers: [String: String] = [:]
        var body: String
        /// The required `user:password`; otherwise the response is 401.
        var credentials: String?
        /// The required cookie, `name=value`; otherwise the response is 403.
        var cookie: String?
        /// The delay of the response.
        var delay: Duration
        /// The incomplete body that the server sends before it falls silent.
        var stalling: StallingBody?
        /// What answers if a page opens a WebSocket here.
        var socket: (any WSHandler)?
        /// The number of requests that get 503 first.
        var failures = 0

        init(
            _ body: String, status: Int = 200, headers: [String: String] = [:], protectedBy credentials: String? = nil,
            after delay: Duration = .zero
        ) {
            self.body = body
            self.status = status
            self.headers = headers
            self.credentials = credentials
            self.delay = delay
        }

        /// ``TestPage/barCode(body:script:)``, served.
        static func barCode(body: String = "", script: String) -> Page {
            Page(TestPage.barCode(body: body, script: script))
        }

        /// A picture that a camera sends again and again, and then falls silent.
        static func camera(_ times: Int = 2) -> Page {
            let picture = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"
            let head = "--f\r\nContent-Type: image/svg+xml\r\nContent-Length: \(picture.utf8.count)"
            let part = "\(head)\r\n\r\n\(picture)\r\n"
            var page = Page("", headers: ["Content-Type": "Multipart/x-mixed-replace; boundary=f"])
            page.stalling = StallingBody(sent: Data(String(repeating: part, count: times).utf8), promised: 1 << 20)
            return page
        }
    }

    /// A request that the server received.
    struct Request: Sendable {
        let path: String
        /// The query, as it was sent.
        let query: String
        fileprivate let headers: HTTPHeaders

        /// The value of a header; the name is case-insensitive.
        func header(_ name: String) -> String? { headers[HTTPHeader(name)] }
    }

    private let pages: [String: Page]
    private let seen = Mutex<[Request]>([])
    let port: UInt16

    private init(pages: [String: Page], port: UInt16) {
        self.pages = pages
        self.port = port
    }

    /// All requests so far, including those for the favicon.
    var requests: [Request] { seen.withLock { $0 } }

    /// The first request for a path.
    func request(for path: String) -> Request? { requests.first { $0.path == path } }

    /// The URL of a path on this server, with any host name for this machine.
    func url(_ path: String, host: String = "127.0.0.1") -> String { "http://\(host):\(port)\(path)" }

    /// Serves the pages during the closure.
    @discardableResult
    static func serving<Result>(
        _ pages: [String: Page], _ body: (WebServer) async throws -> Result
    ) async throws -> Result {
        let listener = Mutex<WebServer?>(nil)
        let http = HTTPServer(
            // On a busy machine, even the pages here take more than FlyingFox's 15 s, after which it answers 500.
            address: try .inet(ip4: "127.0.0.1", port: 0), timeout: 120, logger: .disabled,
            handler: ClosureHTTPHandler { request in
                guard let server = listener.withLock({ $0 }) else {
                    return HTTPResponse(statusCode: .serviceUnavailable)
                }
                return try await server.respond(to: request)
            })
        let task = Task { try await http.run() }
        defer { task.cancel() }
        try await http.waitUntilListening(timeout: 120)
        guard case .ip4(_, let port) = await http.listeningAddress else { throw URLError(.cannotConnectToHost) }
        let server = WebServer(pages: pages, port: port)
        listener.withLock { $0 = server }
        return try await body(server)
    }

    private func respond(to request: HTTPRequest) async throws -> HTTPResponse {
        let count = seen.withLock { seen in
            seen.append(Request(path: request.path, query: request.target.query(), headers: request.headers))
            return seen.count { $0.path == request.path }
        }
        guard let page = pages[request.path] else {
            return fixture(request.path) ?? HTTPResponse(statusCode: .notFound)
        }
        guard count > page.failures else { return HTTPResponse(statusCode: .serviceUnavailable) }
        if page.delay > .zero { try await Task.sleep(for: page.delay) }
        if let socket = page.socket { return try await WebSocketHTTPHandler(handler: socket).handleRequest(request) }
        if let credentials = page.credentials {
            let wanted = "Basic " + Data(credentials.utf8).base64EncodedString()
            guard request.headers[HTTPHeader("Authorization")] == wanted else {
                let challenge: HTTPHeaders = [HTTPHeader("WWW-Authenticate"): "Basic realm=\"reports\""]
                return HTTPResponse(statusCode: .unauthorized, headers: challenge)
            }
        }
        if let cookie = page.cookie {
            let cookies = (request.headers[HTTPHeader("Cookie")] ?? "").split(separator: "; ")
            guard cookies.contains(cookie[...]) else { return HTTPResponse(statusCode: .forbidden) }
        }
        var headers: HTTPHeaders = [.contentType: "text/html; charset=utf-8"]
        for (name, value) in page.headers { headers[HTTPHeader(name)] = value }
        if let stalling = page.stalling {
            return HTTPResponse(
                statusCode: .ok, headers: headers, body: HTTPBodySequence(from: stalling, count: stalling.promised))
        }
        return HTTPResponse(
            statusCode: HTTPStatusCode(page.status, phrase: "Status"), headers: headers, body: Data(page.body.utf8))
    }

    /// A file of the repository: /fixtures/… is fixtures/html/…; /images/… and /video/… are used by
    /// its pages.
    private func fixture(_ path: String) -> HTTPResponse? {
        guard !path.contains("..") else { return nil }
        let file: String
        if path.hasPrefix("/fixtures/") {
            file = Fixture.page(String(path.dropFirst("/fixtures/".count)))
        } else if path.hasPrefix("/images/") || path.hasPrefix("/video/") {
            file = Fixture.file(String(path.dropFirst()))
        } else {
            return nil
        }
        let types = [
            "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
            "css": "text/css; charset=utf-8", "gif": "image/gif", "png": "image/png", "webp": "image/webp",
            "avif": "image/avif", "webm": "video/webm", "mp4": "video/mp4",
        ]
        let url = URL(fileURLWithPath: file)
        guard let type = types[url.pathExtension], let body = try? Data(contentsOf: url) else { return nil }
        return HTTPResponse(statusCode: .ok, headers: [.contentType: type], body: body)
    }
}
