import FlyingFox

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
