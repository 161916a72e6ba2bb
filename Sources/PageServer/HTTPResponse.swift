package import FlyingFox
package import FlyingSocks
private import Foundation

extension HTTPResponse {
    /// A response with a whole content, or the part of it that a request asks for.
    ///
    /// - Parameters:
    ///   - request: A `GET` or `HEAD` request.
    ///   - size: The content's size, in bytes.
    ///   - tag: The content's entity tag, if it has one.
    ///   - headers: The headers of the whole content.
    ///   - chunk: The number of bytes that are read and sent at a time.
    ///   - body: Makes the bytes of a range of the content.
    package static func content(
        for request: HTTPRequest, size: Int, tag: String? = nil, headers: HTTPHeaders, chunk: Int,
        body: (Range<Int>) -> some AsyncBufferedSequence<UInt8>
    ) -> HTTPResponse {
        var headers = headers
        headers[.acceptRanges] = "bytes"
        // If-Range: a range refers to a known version of the content; a changed one is sent whole
        // (RFC 9110, section 13.1.5).
        let isUnchanged = request.headers[HTTPHeader("If-Range")].map { $0 == tag } ?? true
        let wanted = request.method == .GET && isUnchanged ? request.headers[.range] : nil
        let range: Range<Int>
        switch ByteRange(wanted, of: size) {
        case .whole: range = 0..<size
        case .part(let part):
            range = part
            headers[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)"
        case .unsatisfiable:
            return refusal(
                .rangeNotSatisfiable, "The file has no such part.", headers: [.contentRange: "bytes */\(size)"])
        }
        let status: HTTPStatusCode = headers[.contentRange] == nil ? .ok : .partialContent
        return HTTPResponse(
            statusCode: status, headers: headers,
            body: HTTPBodySequence(from: body(range), count: range.count, suggestedBufferSize: chunk))
    }
}

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

/// The range of bytes that a request asks for (RFC 9110, section 14.1.2).
enum ByteRange: Hashable {
    /// The whole file: the request has no range, several ranges or an invalid one.
    case whole
    /// A range of at least one byte.
    case part(Range<Int>)
    /// A range that begins after the end of the file.
    case unsatisfiable

    /// Parses a `Range` header.
    ///
    /// - Parameters:
    ///   - header: The value of the header, if sent.
    ///   - size: The size of the file, in bytes.
    init(_ header: String?, of size: Int) {
        guard let header, let equals = header.firstIndex(of: "="),
            header[..<equals].lowercased() == "bytes", let dash = header[equals...].firstIndex(of: "-")
        else {
            self = .whole
            return
        }
        let first = header[header.index(after: equals)..<dash]
        let last = header[header.index(after: dash)...]
        switch (first.isEmpty, last.isEmpty) {
        case (false, false):
            guard let start = Self.number(first), let end = Self.number(last), start <= end else { break }
            self = start < size ? .part(start..<min(end, size - 1) + 1) : .unsatisfiable
            return
        case (false, true):
            guard let start = Self.number(first) else { break }
            self = start < size ? .part(start..<size) : .unsatisfiable
            return
        case (true, false):
            guard let count = Self.number(last) else { break }
            self = count > 0 && size > 0 ? .part(max(0, size - count)..<size) : .unsatisfiable
            return
        case (true, true): break
        }
        self = .whole
    }

    /// Parses decimal digits; `Int.max` if the number is too large.
    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ 48...57 ~= $0 }) else { return nil }
        return Int(text) ?? .max
    }
}
