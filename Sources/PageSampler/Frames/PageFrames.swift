public import EngineLink
public import Frames

/// The frames of a page, from its start to its end, as an asynchronous sequence.
///
/// ```swift
/// let frames = PageFrames(try PageAddress("report.html"), size: PixelSize(width: 1280, height: 720))
/// for try await frame in frames {
///     print(frame.index, frame.time, frame.pixels.size)
/// }
/// ```
///
/// The sequence begins and ends as a recording does: with the page's start and stop signals, or as the plan says
/// (`TakePlan/start`, `TakePlan/duration`). ``events`` is the same sequence with the page's signals, warnings and
/// console between the frames.
///
/// Each iteration loads the page once more, in a separate process. The loop sets the pace: on the virtual
/// clock the page's time waits while the loop's body runs, on the real-time clock frames are missed. The page's
/// process ends with the loop, also if the loop is left early. Canceling the task makes the iteration throw
/// `CancellationError`, after everything has ended.
public struct PageFrames: AsyncSequence, Sendable {
    /// The clock that decides what time it is in the page.
    public enum Clock: Sendable {
        /// The page's time advances by one frame at a time, however long that takes: every frame is exact.
        case virtual
        /// The page's time is the machine's.
        case realtime
    }

    /// The sequence's elements.
    public typealias Element = PageFrame

    /// How the page is loaded and followed.
    public let plan: TakePlan
    private let pool: EnginePool?

    /// Plans to sample a page; nothing starts yet.
    ///
    /// - Parameters:
    ///   - plan: How the page is loaded and followed. Its sound is not recorded.
    ///   - pool: Engines that are kept between iterations (default: each iteration starts one).
    public init(_ plan: TakePlan, from pool: EnginePool? = nil) {
        var plan = plan
        plan.pictures = .frames
        plan.options.sound = .off
        self.plan = plan
        self.pool = pool
    }

    /// Plans to sample a page with default options; nothing starts yet.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - size: The size of the viewport, in CSS pixels; each side from 16 to 4096.
    ///   - frameRate: Frames per second.
    ///   - clock: The page's clock.
    ///   - start: What starts the sequence.
    ///   - duration: The length of the sequence; `nil` to go on until the page's stop signal.
    public init(
        _ page: PageAddress, size: PixelSize = PageOptions().size, frameRate: FrameRate = .thirty,
        clock: Clock = .virtual, start: RecordingStart = .signal, duration: Duration? = nil
    ) {
        var plan = TakePlan(page: page)
        plan.options.size = size
        plan.frameRate = frameRate
        if clock == .realtime { plan.options.virtualTime = nil }
        plan.start = start
        plan.duration = duration
        self.init(plan)
    }

    /// The frames together with what else happens, in order.
    public var events: PageFrameEvents { PageFrameEvents(plan: plan, pool: pool) }

    /// Prepares an iteration; the page is loaded when the first frame is requested.
    public func makeAsyncIterator() -> Iterator { Iterator(events: events.makeAsyncIterator()) }

    /// Calls a closure with each picture and its index, one after another.
    ///
    /// - Parameter body: Receives the picture and its index. The page waits meanwhile on the virtual clock. An error ends
    ///   the page and is thrown.
    /// - Throws: The errors of ``Iterator/next()``, and those of the closure.
    public func sample(_ body: (_ image: PixelBuffer, _ index: Int) async throws -> Void) async throws {
        for try await frame in self { try await body(frame.pixels, frame.index) }
    }

    /// One iteration over the frames.
    public struct Iterator: AsyncIteratorProtocol {
        private var events: PageFrameEvents.Iterator

        fileprivate init(events: PageFrameEvents.Iterator) { self.events = events }

        /// Waits for the next frame.
        ///
        /// - Returns: The frame; `nil` after the last one. If the page sends `cancel`, the sequence ends too.
        /// - Throws: `PageError` if the page could not be loaded, crashed, hung or never started, or if the plan is invalid;
        ///   `CancellationError`.
        public mutating func next() async throws -> PageFrame? {
            while let event = try await events.next() {
                switch event {
                case .frame(let frame): return frame
                case .ended(.crashed):
                    throw PageError(.crashed, "The page crashed; the frames before are complete.")
                case .ended(.hung):
                    throw PageError(.hung, "The page stopped responding; the frames before are complete.")
                default: break
                }
            }
            return nil
        }
    }
}

/// One frame of a page, with its place in the sequence.
public struct PageFrame: Sendable {
    /// The index, from 0; no index is left out.
    public let index: Int
    /// The presentation time, from the start of the sequence: the index divided by the frame rate.
    public let time: Duration
    /// The picture in device pixels: blue, green, red and alpha, with premultiplied alpha, as Cairo's
    /// `ARGB32`, or `RGB24` without transparency.
    ///
    /// The memory belongs to the frame: it may be kept for any time, and is not drawn into again.
    /// A frame that looks like the one before has the same object.
    public let pixels: PixelBuffer
    /// Whether the page's picture at this time was missed, so that the frame repeats the one before.
    ///
    /// This happens only on the real-time clock, if the page or the loop is too slow.
    public let isMissed: Bool
}

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
