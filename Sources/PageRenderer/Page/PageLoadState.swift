internal import EngineLink

/// The loading state of a page; belongs to one view.
@MainActor
final class PageLoadState {
    /// The loading stage of the page.
    enum Stage {
        /// No document has arrived; a failure now is fatal.
        case awaiting(Request)
        /// A document has arrived, perhaps in part.
        case showing(Document)
        /// The failure has been reported; WebKit still reports that loading finished.
        case failed
    }

    /// A request for the page.
    struct Request {
        /// The most recent URL: the page's, or a redirection target.
        var address: String?
        /// Whether the request had to be repeated.
        var isSecond = false
    }

    /// A document that the view shows.
    struct Document {
        /// When navigation to it began.
        let beginning: PageInstant
        /// Its HTTP status; `nil` for a file.
        let status: Int?
        /// Whether the document and its subresources have been loaded.
        var isComplete = false
        /// The first signal that it sent by navigation.
        var firstNavigation: PageSignal?
    }

    /// The state of the document that arrives next.
    struct Response {
        /// The time origin, if it is earlier than the document's arrival.
        var beginning: PageInstant?
        var status: Int?
    }

    /// What the recorder expects of the page's process.
    enum Process {
        /// If it ends now, it has crashed.
        case running
        /// The recorder has ended it.
        case terminated
        /// It has ended without the recorder.
        case crashed
        /// The recorder has killed it for using too much memory.
        case outgrewMemory
    }

    var stage = Stage.awaiting(Request())
    var next = Response()
    var process = Process.running
    /// Whether the first document has had its first rendering updates.
    var hasRendered = false
    /// The number of navigations of the page and its frames.
    var navigations = NavigationLimit()
    /// What was declined so far.
    var wishes: Set<String> = []
    /// What the page asked for that the engine lacks.
    var missing: Set<MissingFeature> = []
    /// The number of authentication requests; a second one means that the credentials were rejected.
    var authenticationRequests = 0

    /// The document that the view shows.
    var document: Document? {
        if case .showing(let document) = stage { document } else { nil }
    }

    /// Whether any document has arrived.
    var hasDocument: Bool { document != nil }

    /// The request for the first document, until that arrives.
    var request: Request? {
        if case .awaiting(let request) = stage { request } else { nil }
    }

    /// Whether the failure has been reported.
    var hasFailed: Bool {
        if case .failed = stage { true } else { false }
    }

    /// Changes the state of the document that the view shows.
    func update(_ change: (inout Document) -> Void) {
        guard case .showing(var document) = stage else { return }
        change(&document)
        stage = .showing(document)
    }
}

/// Limits how often a page navigates, in any of its frames.
///
/// A page that navigates in a loop costs a request and a document each time. On the virtual clock,
/// one second of such a page would take minutes. Browsers have similar limits.
struct NavigationLimit {
    /// The most navigations within ``interval``.
    static let most = 1000
    /// In the page's time.
    static let interval = Duration.seconds(10)

    private var begun: PageInstant?
    private var count = 0

    /// What to do with a navigation.
    enum Verdict {
        case admitted
        /// Refused; the first refusal in its interval.
        case refused
        case refusedAgain
    }

    /// Counts a navigation.
    mutating func count(at instant: PageInstant) -> Verdict {
        if let begun, begun.duration(to: instant) < Self.interval {
            count += 1
        } else {
            begun = instant
            count = 1
        }
        return count <= Self.most ? .admitted : count == Self.most + 1 ? .refused : .refusedAgain
    }
}
