import FlyingFox
import FlyingSocks
import Foundation
import Glibc

/// Responds to requests with the files of a folder.
struct FolderHandler: HTTPHandler {
    /// The index file of a folder.
    static let index = Array("index.html".utf8)

    /// The served folder.
    let folder: ServedFolder
    /// Whether documents that do not exist are answered with the folder's index file.
    var isSinglePage = false

    /// Whether a path is that of a document of a single-page app: other files have an extension.
    static func isDocument(_ parts: [[UInt8]]) -> Bool { !(parts.last ?? []).contains(UInt8(ascii: ".")) }

    /// Finds a folder's index file; `nil` if it is missing or cannot be read.
    static func index(of folder: ServedFolder) -> ServedFile? {
        // Any failure means the same here.
        guard case .file(let file)? = try? folder.find([index]) else { return nil }
        return file
    }

    func handleRequest(_ request: HTTPRequest) async -> HTTPResponse {
        let query = request.target.query()
        guard let path = RequestPath(request.target.path()),
            !query.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7f })
        else { return .refusal(.badRequest, "The address cannot be read, or leads out of the folder.") }
        do throws(PageServerError) {
            switch try folder.find(path.parts) {
            case .file(let file):
                guard !path.isFolder else { return missing(path, for: request) }
                return content(of: file, for: request)
            case .folder where path.isFolder:
                guard case .file(let file) = try folder.find(path.parts + [Self.index]) else {
                    return missing(path, for: request)
                }
                return content(of: file, for: request)
            case .folder:
                // Set the headers one by one: a literal would split values at commas.
                var headers = HTTPHeaders()
                headers[.location] =
                    RequestPath.encoded(path.parts, isFolder: true) + (query.isEmpty ? "" : "?\(query)")
                return .refusal(.movedPermanently, "A folder's address ends in a slash.", headers: headers)
            }
        } catch {
            switch error {
            case .outside: return .refusal(.forbidden, "A link leads out of the folder.")
            case .unreadable(_, let reason): return .refusal(.forbidden, "The file cannot be read: \(reason).")
            default: return missing(path, for: request)
            }
        }
    }

    private static let missing = HTTPResponse.refusal(.notFound, "There is no such file in the folder.")

    /// The answer for a path without a file.
    private func missing(_ path: RequestPath, for request: HTTPRequest) -> HTTPResponse {
        // Browsers request documents with this header. Scripts accept any type, and need the error.
        let wantsDocument = (request.headers[HTTPHeader("Accept")] ?? "").contains("text/html")
        guard isSinglePage, wantsDocument, Self.isDocument(path.parts), let file = Self.index(of: folder) else {
            return Self.missing
        }
        return content(of: file, for: request)
    }

    private func content(of file: ServedFile, for request: HTTPRequest) -> HTTPResponse {
        // No Date header: it would show the machine's clock instead of the page's virtual one.
        var headers: HTTPHeaders = [
            .contentType: MediaType.of(file.name), .cacheControl: "no-cache", .eTag: file.tag,
            .lastModified: HTTPDate.text(file.modified),
        ]
        if request.headers[.ifNoneMatch] == file.tag {
            headers[.acceptRanges] = "bytes"
            headers[.contentLength] = String(file.size)
            return HTTPResponse(statusCode: .notModified, headers: headers)
        }
        return .content(
            for: request, size: file.size, tag: file.tag, headers: headers, chunk: FileBody.chunk
        ) { FileBody(file: file, range: $0) }
    }
}

/// Dates in HTTP headers (RFC 9110, section 5.6.7).
enum HTTPDate {
    /// Formats a time, in seconds since 1970.
    ///
    /// strftime(3) is not suitable, because it uses the user's language.
    static func text(_ seconds: Int) -> String {
        var time = time_t(seconds)
        var parts = unsafe tm()
        guard unsafe gmtime_r(&time, &parts) != nil else { return "" }
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let clock = unsafe [parts.tm_hour, parts.tm_min, parts.tm_sec].map { twoDigits($0) }.joined(separator: ":")
        return unsafe "\(days[Int(parts.tm_wday)]), \(twoDigits(parts.tm_mday)) \(months[Int(parts.tm_mon)]) "
            + "\(1900 + Int(parts.tm_year)) \(clock) GMT"
    }

    private static func twoDigits(_ number: CInt) -> String { (number < 10 ? "0" : "") + "\(number)" }
}

/// The bytes of a file, or a range of them, read as they are sent.
struct FileBody: AsyncBufferedSequence {
    typealias Element = UInt8

    /// The number of bytes that are read and sent at a time.
    static let chunk = 65_536

    let file: ServedFile
    let range: Range<Int>

    func makeAsyncIterator() -> Iterator { Iterator(file: file, rest: range) }

    struct Iterator: AsyncBufferedIteratorProtocol {
        fileprivate let file: ServedFile
        fileprivate var rest: Range<Int>

        mutating func nextBuffer(suggested count: Int) async throws -> Data? {
            guard !rest.isEmpty else { return nil }
            var data = Data(count: Swift.min(count, rest.count))
            let read = unsafe data.withUnsafeMutableBytes { unsafe file.read(into: $0, at: rest.lowerBound) }
            // A file that has become shorter than the response's Content-Length closes the connection; otherwise the
            // client would wait forever for the rest.
            guard read > 0 else { throw SocketError.disconnected }
            rest = rest.dropFirst(read)
            return data.prefix(read)
        }

        mutating func next() async throws -> UInt8? { try await nextBuffer(suggested: 1)?.first }
    }
}

/// Media types by file name extension.
package enum MediaType {
    /// The value of the `Content-Type` header for a file; see ``of(_:)``.
    package static func text(ofFile name: String) -> String { of(Array(name.utf8)) }

    /// The value of the `Content-Type` header for a file.
    ///
    /// Only plain text gets a charset. The header would override the declaration in a page or a
    /// style sheet; JSON, modules and subtitles are always UTF-8.
    static func of(_ name: [UInt8]) -> String {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return unknown }
        let ending = String(decoding: name[name.index(after: dot)...], as: UTF8.self).lowercased()
        return byEnding[ending] ?? unknown
    }

    private static let unknown = "application/octet-stream"

    /// Media types from IANA's registry; scripts and fonts from the WHATWG MIME Sniffing Standard.
    private static let byEnding = [
        "html": "text/html", "htm": "text/html", "xhtml": "application/xhtml+xml", "css": "text/css",
        "js": "text/javascript", "mjs": "text/javascript", "wasm": "application/wasm",
        "json": "application/json", "map": "application/json", "geojson": "application/geo+json",
        "webmanifest": "application/manifest+json", "xml": "application/xml", "pdf": "application/pdf",
        "txt": "text/plain; charset=utf-8", "md": "text/markdown; charset=utf-8", "csv": "text/csv; charset=utf-8",
        "vtt": "text/vtt",
        "svg": "image/svg+xml", "png": "image/png", "apng": "image/apng", "jpg": "image/jpeg", "jpeg": "image/jpeg",
        "gif": "image/gif", "webp": "image/webp", "avif": "image/avif", "jxl": "image/jxl", "bmp": "image/bmp",
        "ico": "image/vnd.microsoft.icon",
        "woff": "font/woff", "woff2": "font/woff2", "ttf": "font/ttf", "otf": "font/otf",
        "mp4": "video/mp4", "m4v": "video/mp4", "webm": "video/webm", "ogv": "video/ogg", "mov": "video/quicktime",
        "mkv": "video/matroska", "m3u8": "application/vnd.apple.mpegurl", "ts": "video/mp2t",
        "mp3": "audio/mpeg", "m4a": "audio/mp4", "aac": "audio/aac", "ogg": "audio/ogg", "oga": "audio/ogg",
        "opus": "audio/ogg", "wav": "audio/wav", "flac": "audio/flac", "weba": "audio/webm",
    ]
}
