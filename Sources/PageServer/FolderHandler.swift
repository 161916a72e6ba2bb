import FlyingFox
import Foundation

/// Answers requests with the files of a folder.
struct FolderHandler: HTTPHandler {
    /// The file that stands for the folder that it is in.
    static let index = Array("index.html".utf8)

    private let folder: ServedFolder
    private let hosts: Set<String>

    /// Serves a folder on a port of this machine.
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
        // Another name that leads here is one that some page on the web has
        // pointed at this machine, to read what it must not (DNS rebinding).
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
                // One by one: in a literal, commas would part a value.
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
        // No date: it would be the machine's, and the page has its own.
        var headers: HTTPHeaders = [
            .contentType: MediaType.of(file.name), .acceptRanges: "bytes", .cacheControl: "no-cache",
            .eTag: file.tag, .lastModified: HTTPDate.text(file.modified),
        ]
        if request.headers[.ifNoneMatch] == file.tag {
            headers[.contentLength] = String(file.size)
            return HTTPResponse(statusCode: .notModified, headers: headers)
        }
        // A part is asked for of the file as it was; if it changed, all of the
        // new one is the answer (RFC 9110, 13.1.5).
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

    /// A short page that says why there is no other.
    private func refusal(_ status: HTTPStatusCode, _ reason: String, headers: HTTPHeaders = [:]) -> HTTPResponse {
        var headers = headers
        headers[.contentType] = "text/html"
        let title = "\(status.code) \(status.phrase)"
        return HTTPResponse(
            statusCode: status, headers: headers,
            body: Data("<!doctype html><title>\(title)</title><h1>\(title)</h1><p>\(reason)</p>\n".utf8))
    }
}
