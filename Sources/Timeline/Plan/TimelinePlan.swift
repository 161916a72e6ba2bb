public import Composition
import Files
public import Frames
import LibAV

/// A timeline in whole numbers: frames, samples and pixels.
///
/// It is resolved once from a description. Rendering and printing use only the plan.
public struct TimelinePlan: Sendable, Equatable {
    /// The sample rate of all sound, in Hz.
    public static let sampleRate = SoundFormat.movieSampleRate

    /// The size of the canvas, in pixels; both sides are even for movies of ``TimelineJob``.
    public var size: PixelSize
    /// The background color.
    public var background: Color
    /// Whether the canvas has transparency; clips then change by a cut or a fade only.
    public var isTransparent = false
    /// Frames per second.
    public var frameRate: FrameRate
    /// The clips of the main channel, in order.
    ///
    /// Each clip begins where the transition of the previous one begins.
    public var clips: [PlannedClip] = []
    /// The overlays on the main channel, lowest first.
    public var overlays: [PlannedClip] = []
    /// All sounds: those of the clips and the sound tracks.
    public var sounds: [PlannedSound] = []
    /// The effects on the whole picture, in order.
    public var effects: [Effect] = []
    /// The outputs to write.
    public var outputs: [PlannedOutput] = []
    /// The recordings of pages, whose files have no name and exist as long as these objects.
    var recordings: [ByIdentity<InputFile>] = []

    /// Creates an empty timeline.
    public init(size: PixelSize, background: Color, frameRate: FrameRate) {
        self.size = size
        self.background = background
        self.frameRate = frameRate
    }

    /// The length in frames: the end of the main channel.
    public var frameCount: Int { clips.map(\.frames.upperBound).max() ?? 0 }

    /// The length in samples, to the nearest sample.
    public var sampleCount: Int { frameRate.samples(ofFrames: frameCount) }
}

extension FrameRate {
    /// The length of a number of frames in samples of the timeline's sound, to the nearest.
    func samples(ofFrames count: Int) -> Int { sampleCount(forFrames: count, sampleRate: TimelinePlan.sampleRate) }

    /// The samples of a timeline's frames.
    func samples(of frames: Range<Int>) -> Range<Int> {
        samples(ofFrames: frames.lowerBound)..<samples(ofFrames: frames.upperBound)
    }
}

extension Duration {
    /// The length in samples of the timeline's sound, to the nearest.
    var samples: Int {
        Int((Int128(wholeNanoseconds) * Int128(TimelinePlan.sampleRate) + 500_000_000) / 1_000_000_000)
    }
}
