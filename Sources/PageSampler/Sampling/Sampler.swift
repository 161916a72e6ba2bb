public import EngineLink

/// What takes frames of a page, on whatever clock.
@MainActor
public protocol Sampler: AnyObject {
    /// The recording's time.
    var clock: RecordingClock { get }
    /// Places filled so far, repeats included.
    var frames: Int { get }
    /// Places whose own picture was missed.
    var repeated: Int { get }

    /// Leaves what follows out of the video.
    func pause(at instant: PageInstant)
    /// Takes no frame after an instant; the recording has ended there.
    func halt(at instant: PageInstant)
    /// Takes the video up again.
    func resume(at instant: PageInstant)
    /// Ends sampling and finishes the queue.
    ///
    /// - Returns: The length of the video in frames, at least one.
    func stop(at instant: PageInstant, pageIsAlive: Bool) async -> Int
}

/// What takes frames of a page that lives by a virtual clock; ``PageTimeline``
/// says when.
@MainActor
protocol PacedSampler: Sampler {
    /// When the next frame is due; nothing in a pause and after the last one.
    var nextFrame: PageInstant? { get }
    /// Whether WebKit paints each frame anew.
    var takesSnapshots: Bool { get }
    /// Whether the page does not answer, so that its time cannot go on.
    var isStuck: Bool { get }
    /// Whether frames may be passed over in which the page rests.
    var skipsRest: Bool { get }

    /// Notes that the frame that is due now shows the page as it stands.
    func claimFrame()
    /// Draws the picture of the frames that have been noted, or draws it again
    /// when the page had another one for the same instant.
    ///
    /// - Parameter isNew: Whether the view has a picture that it has not
    ///   drawn yet.
    func drawClaimed(isNew: Bool) async
    /// Sends the frames that have been noted on their way, with the picture
    /// that was drawn last.
    func publishClaimed() async
    /// Passes over the frames before an instant.
    func skip(to instant: PageInstant)
}
