package import FlyingFox
package import FlyingSocks

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
