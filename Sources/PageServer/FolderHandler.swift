import FlyingFox
import Glibc

/// Responds to requests with the files of a folder.
struct FolderHandler: HTTPHandler {
    /// The index file of a folder.
    static let index = Array("index.html".utf8)

    /// The served folder.
    let folder: ServedFolder

    func handleRequest(_ request: HTTPRequest) async -> HTTPResponse {
        let query = request.target.query()
        guard let path = RequestPath(request.target.path()),
            !query.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7f })
        else { return .refusal(.badRequest, "The address cannot be read, or leads out of the folder.") }
        do throws(PageServerError) {
            switch try folder.find(path.parts) {
            case .file(let file):
                guard !path.isFolder else { return Self.missing }
                return content(of: file, for: request)
            case .folder where path.isFolder:
                guard case .file(let file) = try folder.find(path.parts + [Self.index]) else { return Self.missing }
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
            default: return Self.missing
            }
        }
    }

    private static let missing = HTTPResponse.refusal(.notFound, "There is no such file in the folder.")

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
