public import Composition
public import Frames
import LibAV

/// A timeline of whole numbers: every time is a frame of the video or a
/// sample of its sound, and every length is in pixels.
///
/// Resolved once from a description; whatever is rendered, or printed, is
/// read from here.
public struct TimelinePlan: Sendable, Equatable {
    /// Samples a second of all sound.
    public static let sampleRate = SoundFormat.movieSampleRate

    /// The canvas; both sides are even.
    public var size: PixelSize
    /// What is under all pictures; opaque.
    public var background: Color
    /// Frames a second.
    public var frameRate: FrameRate
    /// The main channel, in order; each begins with the transition of the one
    /// before.
    public var clips: [PlannedClip] = []
    /// What is laid over the main channel, the lowest first.
    public var overlays: [PlannedClip] = []
    /// All that sounds: the clips' own sound and the sound tracks.
    public var sounds: [PlannedSound] = []
    /// What is done to the whole picture, in order.
    public var effects: [Effect] = []
    /// What is written.
    public var outputs: [PlannedOutput] = []

    /// An empty timeline.
    public init(size: PixelSize, background: Color, frameRate: FrameRate) {
        self.size = size
        self.background = background
        self.frameRate = frameRate
    }

    /// The length in frames: the end of the main channel.
    public var frameCount: Int { clips.map(\.frames.upperBound).max() ?? 0 }

    /// The length in samples, to the nearest one.
    public var sampleCount: Int { frameRate.sampleCount(forFrames: frameCount, sampleRate: Self.sampleRate) }
}
