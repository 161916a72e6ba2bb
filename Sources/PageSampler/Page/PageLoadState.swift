internal import EngineLink
internal import Frames

/// How far a page's loading has come; belongs to one view.
@MainActor
final class PageLoadState {
    /// The stations of one document, in their order.
    enum Phase: Comparable {
        /// Nothing has been asked for, or nothing has arrived.
        case waiting
        /// The document arrives and is parsed.
        case arriving
        /// The document and what it needs are there.
        case complete
    }

    /// Where the current document stands.
    var phase = Phase.waiting
    /// When the document that arrives next began to count its time, if it is
    /// known before it arrives.
    var nextBeginning: RecordingClock.Instant?
    /// When the current document began to count its time.
    var beginning: RecordingClock.Instant?
    /// The HTTP status of the document that arrives next, and of the current one.
    var nextStatus: Int?
    var status: Int?
    /// Whether the page had to be asked for again.
    var isSecondRequest = false
    /// What was asked for last before the first document: the page, or where its
    /// server redirected to.
    var requested: String?
    /// Whether any document has ever arrived; a failure before that is fatal.
    var hasCommitted = false
    /// Whether the first document has had its first rendering updates.
    var hasRendered = false
    /// Whether the failure has been reported: WebKit says that it finished
    /// after it said that it failed.
    var hasFailed = false
    /// Whether the recorder itself ends the page's process.
    var isTerminating = false
    /// Whether the page's process is ended for using too much memory.
    var hasOutgrownMemory = false
    /// The document's first signal that came by navigation.
    var firstNavigation: PageSignal?
    /// How often the page and its frames navigated.
    var navigations = NavigationLimit()
    /// How often credentials were asked for; a second time means refused.
    var authenticationRequests = 0
}
