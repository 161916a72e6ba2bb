package import EngineLink
private import FoundationEssentials
internal import Frames
internal import Notation

/// The requests of a page in the form of an HTTP Archive (HAR 1.2), which browsers' developer tools and other programs read.
///
/// It has real times, because requests mostly take no time on a page's virtual clock. The page's times are beside them,
/// in fields whose names begin with an underscore, as the format has for additions.
package struct HARFile {
    private let log: Log

    /// Describes a run's requests.
    ///
    /// - Parameters:
    ///   - requests: The requests, in order.
    ///   - title: The page's title.
    ///   - began: When the run began, in milliseconds since 1970.
    ///   - program: The name and the version of this program.
    package init(_ requests: [PageRequest], title: String, began: Int64, program: (name: String, version: String)) {
        let page = Page(
            startedDateTime: Self.date(began, .zero), id: Self.page, title: title,
            pageTimings: PageTimings(onContentLoad: -1, onLoad: -1))
        log = Log(
            version: "1.2", creator: Creator(name: program.name, version: program.version), pages: [page],
            entries: requests.map { Entry($0, began: began) })
    }

    /// The file's bytes: JSON in UTF-8.
    package var bytes: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .prettyPrinted]
        // Strings, numbers and lists can always be encoded.
        let data = try? encoder.encode(["log": log])
        return Array(data ?? Data()) + [UInt8(ascii: "\n")]
    }

    private static let page = "page_1"

    /// A date in ISO 8601, in UTC to the millisecond.
    fileprivate static func date(_ milliseconds: Int64, _ time: Duration) -> String {
        let seconds = Double(milliseconds) / 1000 + time.inSeconds
        return Date(timeIntervalSince1970: seconds).formatted(
            Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    // MARK: The format's objects (HAR 1.2, "HAR data structure")

    private struct Log: Encodable {
        let version: String
        let creator: Creator
        let pages: [Page]
        let entries: [Entry]
    }

    private struct Creator: Encodable {
        let name: String
        let version: String
    }

    private struct Page: Encodable {
        let startedDateTime: String
        let id: String
        let title: String
        let pageTimings: PageTimings
    }

    private struct PageTimings: Encodable {
        let onContentLoad: Int
        let onLoad: Int
    }

    private struct Pair: Encodable {
        let name: String
        let value: String
    }

    private struct Entry: Encodable {
        let pageref = HARFile.page
        let startedDateTime: String
        let time: Double
        let request: Request
        let response: Response
        let cache: [String: String] = [:]
        let timings: Timings
        /// When it began and ended on the page's clock, in milliseconds since the page began to arrive.
        let _pageStart: Double
        let _pageEnd: Double?
        /// Why it failed.
        let _error: String?
        /// Whether it had not ended at the end of the run.
        let _pending: Bool?

        init(_ request: PageRequest, began: Int64) {
            let wait = request.answer?.wait ?? request.duration ?? .zero
            let receive = max(.zero, (request.duration ?? wait) - wait)
            startedDateTime = HARFile.date(began, request.realTime)
            time = (wait + receive).inMilliseconds
            self.request = Request(request)
            response = Response(request)
            timings = Timings(wait: wait.inMilliseconds, receive: receive.inMilliseconds)
            _pageStart = request.pageTime.inMilliseconds
            _pageEnd = request.pageDuration.map { (request.pageTime + $0).inMilliseconds }
            _error = request.failure
            _pending = request.duration == nil ? true : nil
        }
    }

    private struct Request: Encodable {
        let method: String
        let url: String
        let httpVersion = HARFile.unknown
        let cookies: [Pair] = []
        let headers: [Pair]
        let queryString: [Pair]
        let headersSize = -1
        let bodySize = -1

        init(_ request: PageRequest) {
            method = request.method
            url = request.address
            headers = request.headers.map { Pair(name: $0.name, value: $0.value) }
            let query = request.address.prefix { $0 != "#" }.split(
                separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
            let parts = query.count == 2 && PageAddress.isHTTP(request.address) ? query[1].split(separator: "&") : []
            queryString = parts.map { part in
                let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                return Pair(name: String(pair[0]), value: pair.count == 2 ? String(pair[1]) : "")
            }
        }
    }

    private struct Response: Encodable {
        let status: Int
        let statusText = ""
        let httpVersion = HARFile.unknown
        let cookies: [Pair] = []
        let headers: [Pair]
        let content: Content
        let redirectURL: String
        let headersSize = -1
        let bodySize: Int

        init(_ request: PageRequest) {
            let answer = request.answer
            // A file has no status; 0 stands for a request that was not answered.
            let isFile = answer != nil && !PageAddress.isHTTP(request.address)
            status = isFile && answer?.status == 0 ? 200 : answer?.status ?? 0
            headers = (answer?.headers ?? []).map { Pair(name: $0.name, value: $0.value) }
            content = Content(size: answer?.bytes ?? -1, mimeType: answer?.type ?? "")
            redirectURL = request.redirection ?? ""
            bodySize = answer?.bytes ?? -1
        }
    }

    private struct Content: Encodable {
        let size: Int
        let mimeType: String
    }

    private struct Timings: Encodable {
        let blocked = -1
        let dns = -1
        let connect = -1
        let ssl = -1
        let send = 0
        let wait: Double
        let receive: Double
    }

    /// The version of HTTP, which WebKit does not say.
    private static let unknown = "unknown"
}

extension Duration {
    /// The length in milliseconds, to the microsecond.
    fileprivate var inMilliseconds: Double { (inSeconds * 1_000_000).rounded() / 1000 }
}
