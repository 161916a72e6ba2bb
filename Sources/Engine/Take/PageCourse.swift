internal import EngineLink
internal import Frames
internal import PageRenderer

/// How a page's time passes during a take, and what has to happen when.
///
/// A take creates one when it has opened its page, and is its only owner.
@MainActor
protocol PageCourse: AnyObject {
    /// Whether another take of the page passes in the same way, so that this one can be given up for it.
    var isRepeatable: Bool { get }
    /// Called for each new picture of a painted page, or several times per second.
    var onPicture: (@MainActor () -> Void)? { get set }
    /// How a hanging page is reported, as the beginning of a sentence.
    var hangMessage: String { get }
    /// Why the page's time has stood still for so long that it never started, with advice; `nil` if it has not.
    var standstill: String? { get }

    /// Lets the page's time pass; the page has been requested.
    func begin()
    /// Notes that a document has begun to arrive.
    ///
    /// - Throws: `missingComponent` if its time cannot be governed.
    func documentCommitted() throws(PageError)
    /// What captures or counts frames from an instant on.
    func sampler(from start: PageInstant) -> any Sampler
    /// Calls a closure when the page is idle at the beginning of its recording.
    func atStart(_ body: @escaping @MainActor () async -> Void)
    /// Aligns the display's refreshes with the video's frames again.
    func realign()

    /// Calls a closure at an instant; if that has passed, at once.
    func schedule(at instant: PageInstant, _ body: @escaping @MainActor () -> Void)
    /// Performs input for the page at an instant, after all earlier input has been performed.
    func perform(at instant: PageInstant, _ action: @escaping @MainActor () async -> Void)
    /// The display's first refresh at an instant or later; if it is unknown, the instant.
    ///
    /// Input at a refresh costs one stop of the page's clock less than input between two.
    func refresh(notBefore instant: PageInstant) -> PageInstant
    /// Captures a picture at an instant, after the page has rendered.
    ///
    /// - Parameter draw: Draws the picture; see ``PageTimeline/schedulePicture(at:_:)``.
    func capture(at instant: PageInstant, _ draw: @escaping @MainActor () async -> PageTimeline.Completion?)
    /// Captures a picture of the page's present state once the page has rendered it at a refresh of the display.
    ///
    /// - Parameter draw: Draws the picture, as above.
    func captureAtRefresh(_ draw: @escaping @MainActor () async -> PageTimeline.Completion?)
    /// Ends the recording at an instant and not at an earlier call's; `nil` for neither.
    ///
    /// - Parameter body: Ends the recording.
    func limit(at instant: PageInstant?, _ body: @escaping @MainActor () -> Void)

    /// What in the page needs compositing at the start of a recording; `nil` if nothing does.
    func layerNeedAtStart() async -> String?
    /// What in the page needs compositing now; `nil` if nothing does, or if it cannot be found out.
    func layerNeed() async -> String?

    /// Stops everything that is scheduled, without waiting.
    func interrupt()
    /// Stops the page's time.
    func stop() async
    /// Lets the page's time pass on after its recording, for a length of time.
    func runOn(from instant: PageInstant, for length: Duration) async
    /// Warns of what has made the page's time inexact.
    func reportFaults()
}
