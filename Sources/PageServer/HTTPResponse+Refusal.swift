package import FlyingFox
private import Foundation

extension HTTPResponse {
    /// A short page with the reason for an error.
    ///
    /// - Parameter reason: A sentence without user input, because it is not escaped.
    package static func refusal(
        _ status: HTTPStatusCode, _ reason: String, headers: HTTPHeaders = [:]
    ) -> HTTPResponse {
        var headers = headers
        headers[.contentType] = "text/html"
        let title = "\(status.code) \(status.phrase)"
        return HTTPResponse(
            statusCode: status, headers: headers,
            body: Data("<!doctype html><title>\(title)</title><h1>\(title)</h1><p>\(reason)</p>\n".utf8))
    }
}
