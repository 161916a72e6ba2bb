private import Notation

/// What happens in a page beyond its signals, if ``PageOptions/reportsActivity`` is set.
public enum PageActivity: Sendable, Codable {
    /// The page is being loaded by this engine, such as `WebKitGTK 2.50.6`.
    case engine(String)
    /// A request has ended, or had not ended at the end of the take.
    case request(PageRequest)
    /// The page's virtual clock stood still.
    case hold(ClockHold)
    /// The page needed long for a frame.
    case longFrame(LongFrame)
    /// The recording's time begins to pass, or goes on after a pause.
    ///
    /// - Parameters:
    ///   - time: The time in the recording.
    ///   - pageTime: The same instant since the page began to arrive.
    case runs(from: Duration, pageTime: Duration)
    /// The recording's time no longer passes: a pause, or the end.
    ///
    /// - Parameter time: The time in the recording.
    case stands(at: Duration)
    /// Another document has replaced the page before the recording began, and page times count from its beginning.
    ///
    /// - Parameter shift: Its beginning, in the times that were reported before.
    case restarts(by: Duration)
    /// More happened than is reported: ``most``.
    case more

    /// The highest number of activities that an engine reports.
    package static let most = 20_000

    /// The activity with cleaned text.
    var cleaned: PageActivity {
        switch self {
        case .engine(let name): .engine(ForeignText.line(name))
        case .request(let request): .request(request.cleaned)
        case .hold, .longFrame, .runs, .stands, .restarts, .more: self
        }
    }
}

/// A request of a page, and what came of it.
///
/// On the virtual clock a request takes no time for the page, whose clock stands still meanwhile, so it has both times.
public struct PageRequest: Sendable, Hashable, Codable {
    /// A header of a request or of its answer.
    public struct Header: Sendable, Hashable, Codable {
        /// The name, as it was sent.
        public let name: String
        /// The value; ``ShownAddress/mask`` for a secret.
        public let value: String

        /// Describes a header, without its value if that is a secret: what signs a user in (RFC 9110, sections 11.6.2 and
        /// 11.7.2; RFC 6265, section 4).
        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = Self.secrets.contains(name.lowercased()) ? ShownAddress.mask : value
        }

        private static let secrets: Set<String> = ["authorization", "proxy-authorization", "cookie", "set-cookie"]
    }

    /// The answer to a request.
    public struct Answer: Sendable, Hashable, Codable {
        /// The HTTP status; 0 for an answer that did not come over HTTP, such as a file.
        public let status: Int
        /// The media type, such as `text/html`.
        public let type: String
        /// The size of the content as sent, in bytes; `nil` if the answer does not state it.
        public let bytes: Int?
        /// The headers, in order.
        public let headers: [Header]
        /// The real time from the request to the answer.
        public let wait: Duration

        /// Describes an answer.
        package init(status: Int, type: String, bytes: Int?, headers: [Header], wait: Duration) {
            self.status = status
            self.type = type
            self.bytes = bytes
            self.headers = headers
            self.wait = wait
        }

        fileprivate var cleaned: Answer {
            Answer(
                status: status, type: ForeignText.line(type), bytes: bytes, headers: headers.map(\.cleaned), wait: wait)
        }
    }

    /// The HTTP method.
    public let method: String
    /// The address, without secrets.
    public let address: String
    /// The headers of the request, in order.
    public let headers: [Header]
    /// The time since the page began to arrive; negative for what was requested before, such as the page itself.
    public let pageTime: Duration
    /// The real time since the page was requested.
    public let realTime: Duration
    /// The answer; `nil` if none came.
    public package(set) var answer: Answer?
    /// How long it took until it ended, in the page's time; `nil` if it had not ended.
    public package(set) var pageDuration: Duration?
    /// The same in real time.
    public package(set) var duration: Duration?
    /// Why it failed, as a sentence; `nil` if it did not.
    public package(set) var failure: String?
    /// The address to which the answer redirected; `nil` if it did not.
    public package(set) var redirection: String?

    /// Describes a request that has begun.
    package init(method: String, address: String, headers: [Header], pageTime: Duration, realTime: Duration) {
        self.method = method
        self.address = address
        self.headers = headers
        self.pageTime = pageTime
        self.realTime = realTime
    }

    fileprivate var cleaned: PageRequest {
        var cleaned = PageRequest(
            method: ForeignText.line(method), address: Self.clean(address), headers: headers.map(\.cleaned),
            pageTime: pageTime, realTime: realTime)
        cleaned.answer = answer?.cleaned
        cleaned.pageDuration = pageDuration
        cleaned.duration = duration
        cleaned.failure = failure.map { ForeignText.line($0) }
        cleaned.redirection = redirection.map(Self.clean)
        return cleaned
    }

    /// An address may be long, but not endless: a `data:` URL has a whole picture.
    private static func clean(_ address: String) -> String {
        ForeignText.line(ShownAddress.text(String(address.prefix(longestAddress))), upTo: longestAddress)
    }

    /// In characters.
    private static let longestAddress = 4096
}

extension PageRequest.Header {
    // Cleaning hides secrets of addresses, too.
    fileprivate var cleaned: Self { Self(ForeignText.line(name), ForeignText.line(value)) }
}

/// A time at which a page's virtual clock stood still although the page could have gone on.
public struct ClockHold: Sendable, Hashable, Codable {
    /// Why a clock stands still.
    public enum Reason: String, Sendable, Codable {
        /// The document has not begun to arrive.
        case document
        /// Requests of the page have no complete answer.
        case requests
    }

    /// Why it stood still.
    public let reason: Reason
    /// The time since the page began to arrive; negative before that.
    public let pageTime: Duration
    /// When it began, in real time since the page was requested.
    public let realTime: Duration
    /// How long it stood still, in real time.
    public let duration: Duration

    /// Describes a hold.
    package init(_ reason: Reason, pageTime: Duration, realTime: Duration, duration: Duration) {
        self.reason = reason
        self.pageTime = pageTime
        self.realTime = realTime
        self.duration = duration
    }
}

/// A frame for which a page needed long.
public struct LongFrame: Sendable, Hashable, Codable {
    /// The time since the page began to arrive.
    public let pageTime: Duration
    /// The real time that the page has worked since the frame before: scripts, style, layout and painting.
    public let duration: Duration

    /// The least time that counts as long: 50 ms (Long Animation Frames API, section 1).
    package static let limit = Duration.milliseconds(50)

    /// Describes a frame.
    package init(pageTime: Duration, duration: Duration) {
        self.pageTime = pageTime
        self.duration = duration
    }
}
