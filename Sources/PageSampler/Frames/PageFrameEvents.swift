internal import EngineLink

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
        /// - Throws: `PageError` if the page could not be loaded, or crashed or hung before the sequence started,
        ///   `RecordingError` if it never started or the plan is invalid, and `CancellationError`.
        public mutating func next() async throws -> PageFrameEvent? { try await course.next() }
    }
}
