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
    /// The next frame.
    case frame(PageFrame)
    /// Anything else but progress, after the frames that were captured before it.
    ///
    /// If the page is loaded again, it starts again too, but frames and signals do not come twice.
    case event(RecordingEvent)
    /// The last frame has been delivered; the last event.
    case ended(ExitReason)
}
