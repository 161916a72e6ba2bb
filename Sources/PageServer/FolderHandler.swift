import FlyingFox
import Foundation

/// Responds to requests with the files of a folder.
struct FolderHandler: HTTPHandler {
    /// The index file of a folder.
    static let index = Array("index.html".utf8)

    private let folder: ServedFolder
    private let hosts: Set<String>

    /// Serves a folder on a local port.
    init(folder: ServedFolder, port: UInt16) {
        self.folder = folder
        hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
    }

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        let response = answer(to: request)
        guard request.method == .HEAD, case .httpBody(let body) = response.payload else { return response }
        var headers = response.headers
        headers[.contentLength] = body.count.map(String.init)
        return HTTPResponse(statusCode: response.statusCode, headers: headers)
    }

    private func answer(to request: HTTPRequest) -> HTTPResponse {
        // Any other host name may be a DNS rebinding attack: a web page points its own name at this
        // machine to read local files.
        guard let host = request.headers[.host], hosts.contains(host.lowercased()) else {
            return refusal(.misdirectedRequest, "This server goes by another name.")
        }
        guard request.method == .GET || request.method == .HEAD else {
            return refusal(.methodNotAllowed, "Files can only be read.", headers: [HTTPHeader("Allow"): "GET, HEAD"])
        }
        let query = request.target.query()
        guard let path = RequestPath(request.target.path()),
            !query.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7f })
        else { return refusal(.badRequest, "The address cannot be read, or leads out of the folder.") }
        do throws(ServedFolder.Refusal) {
            switch try folder.find(path.parts) {
            case .file(let file):
                guard !path.isFolder else { throw .notFound }
                return content(of: file, for: request)
            case .folder where path.isFolder:
                guard case .file(let file) = try folder.find(path.parts + [Self.index]) else { throw .notFound }
                return content(of: file, for: request)
            case .folder:
                // Set the headers one by one: a literal would split values at commas.
                var headers = HTTPHeaders()
                headers[.location] =
                    RequestPath.encoded(path.parts, isFolder: true) + (query.isEmpty ? "" : "?\(query)")
                return refusal(.movedPermanently, "A folder's address ends in a slash.", headers: headers)
            }
        } catch {
            switch error {
            case .notFound: return refusal(.notFound, "There is no such file in the folder.")
            case .outside: return refusal(.forbidden, "A link leads out of the folder.")
            case .unreadable(let reason): return refusal(.forbidden, "The file cannot be read: \(reason).")
            }
        }
    }

    private func content(of file: ServedFile, for request: HTTPRequest) -> HTTPResponse {
        // No Date header: it would show the machine's clock instead of the page's virtual one.
        var headers: HTTPHeaders = [
            .contentType: MediaType.of(file.name), .acceptRanges: "bytes", .cacheControl: "no-cache",
            .eTag: file.tag, .lastModified: HTTPDate.text(file.modified),
        ]
        if request.headers[.ifNoneMatch] == file.tag {
            headers[.contentLength] = String(file.size)
            return HTTPResponse(statusCode: .notModified, headers: headers)
        }
        // If-Range: a range refers to a known version of the file; a changed file is sent whole
        // (RFC 9110, section 13.1.5).
        let isUnchanged = request.headers[HTTPHeader("If-Range")].map { $0 == file.tag } ?? true
        let wanted = request.method == .GET && isUnchanged ? request.headers[.range] : nil
        let range: Range<Int>
        switch ByteRange(wanted, of: file.size) {
        case .whole: range = 0..<file.size
        case .part(let part):
            range = part
            headers[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(file.size)"
        case .unsatisfiable:
            return refusal(
                .rangeNotSatisfiable, "The file has no such part.", headers: [.contentRange: "bytes */\(file.size)"])
        }
        let body = HTTPBodySequence(
            from: FileBody(file: file, range: range), count: range.count, suggestedBufferSize: FileBody.chunk)
        let status: HTTPStatusCode = headers[.contentRange] == nil ? .ok : .partialContent
        return HTTPResponse(statusCode: status, headers: headers, body: body)
    }

    /// A short page with the reason for an error.
    private func refusal(_ status: HTTPStatusCode, _ reason: String, headers: HTTPHeaders = [:]) -> HTTPResponse {
        var headers = headers
        headers[.contentType] = "text/html"
        let title = "\(status.code) \(status.phrase)"
        return HTTPResponse(
            statusCode: status, headers: headers,
            body: Data("<!doctype html><title>\(title)</title><h1>\(title)</h1><p>\(reason)</p>\n".utf8))
    }
}
