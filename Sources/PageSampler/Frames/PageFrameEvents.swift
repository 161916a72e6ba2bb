public import EngineLink

/// The frames of a page together with its signals, warnings and console, in order.
///
/// Otherwise like ``PageFrames``, from which it comes.
public struct PageFrameEvents: AsyncSequence, Sendable {
    /// The sequence's elements.
    public typealias Element = PageFrameEvent

    let plan: TakePlan
    let pool: EnginePool?

    /// Prepares an iteration; the page is loaded when the first event is requested.
    public func makeAsyncIterator() -> Iterator { Iterator(course: SamplingCourse(plan, from: pool)) }

    /// One iteration over the events.
    public struct Iterator: AsyncIteratorProtocol {
        private let course: SamplingCourse

        init(course: SamplingCourse) { self.course = course }

        /// Waits for the next event.
        ///
        /// - Returns: The event; `nil` after ``PageFrameEvent/ended(_:)``.
        /// - Throws: `PageError` if the page could not be loaded, crashed or hung before the sequence started, or never
        ///   started, or if the plan is invalid; `CancellationError`.
        public mutating func next() async throws -> PageFrameEvent? { try await course.next() }
    }
}

/// What happens while a page is sampled.
public enum PageFrameEvent: Sendable {
    /// The page is being loaded; once more if it turns out to need compositing.
    case loading
    /// The sequence starts; the first frame follows. Comes again if the page is loaded again, but the frames do not.
    case started
    /// The next frame.
    case frame(PageFrame)
    /// The page sent a signal.
    ///
    /// It follows the frames that were captured before it.
    case signal(RecordedSignal)
    /// A warning for the user, as sentences.
    case warning(String)
    /// Information about normal progress, as sentences.
    case notice(String)
    /// A line of the page's console, if `PageOptions/reportsConsole` is set.
    case console(ConsoleLine)
    /// The last frame has been delivered; the last event.
    case ended(ExitReason)

    /// Translates a recording's event; `nil` for progress, which the frames show.
    init?(_ event: RecordingEvent) {
        switch event {
        case .loading: self = .loading
        case .started: self = .started
        case .signal(let signal): self = .signal(signal)
        case .warning(let text): self = .warning(text)
        case .notice(let text): self = .notice(text)
        case .console(let line): self = .console(line)
        case .progress, .finishing: return nil
        }
    }
}
