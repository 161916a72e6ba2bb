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
    func pause(at instant: RecordingClock.Instant)
    /// Takes no frame after an instant; the recording has ended there.
    func halt(at instant: RecordingClock.Instant)
    /// Takes the video up again.
    func resume(at instant: RecordingClock.Instant)
    /// Ends sampling and finishes the queue.
    ///
    /// - Returns: The length of the video in frames, at least one.
    func stop(at instant: RecordingClock.Instant, pageIsAlive: Bool) async -> Int
}
