public import Composition
import Files
import Frames

/// A still or moving picture with its position on the timeline.
public struct PlannedClip: Sendable, Equatable {
    /// The clip's name: its file name, its text or its color.
    public var name: String
    /// The source of the clip's pictures.
    public var source: Resource
    /// Where the clip is described, for messages about its file.
    public var origin: String?
    /// The mapping from the clip's frames to moments of the source.
    public var playback: Playback
    /// The clip's range of frames on the timeline.
    public var frames: Range<Int>
    /// The layout on the canvas.
    public var layout: Layout
    /// The transition to the next clip; `nil` for a cut and for overlays.
    ///
    /// The last frames of this clip overlap the first frames of the next.
    public var transition: Transition?
    /// How the sound of a video or a page is played; `nil` if the sound is off or missing.
    ///
    /// Whether a page has any is not known before it is recorded.
    public var sound: ClipSound?

    /// Creates a clip.
    public init(
        name: String, source: Resource, playback: Playback = Playback(), frames: Range<Int>, layout: Layout,
        transition: Transition? = nil
    ) {
        self.name = name
        self.source = source
        self.playback = playback
        self.frames = frames
        self.layout = layout
        self.transition = transition
    }
}

extension PlannedClip {
    /// The planned sound of the clip's video, from its first frame to its last; `nil` without a sound.
    ///
    /// - Parameter rate: The timeline's frame rate.
    func videoSound(at rate: FrameRate) -> PlannedSound? {
        guard case .video(let path) = source, let sound else { return nil }
        var planned = PlannedSound(name: name, path: path, samples: rate.samples(of: frames))
        planned.origin = origin
        planned.start = playback.start.samples
        planned.speed = playback.speed
        planned.isReversed = playback.isReversed
        planned.gain = sound.gain
        planned.fadeIn = sound.fadeIn
        planned.fadeOut = sound.fadeOut
        planned.volumeKeys = sound.volumeKeys
        planned.processing = sound.processing
        return planned
    }
}

extension FrameRate {
    /// The samples of a timeline's frames.
    func samples(of frames: Range<Int>) -> Range<Int> {
        samples(ofFrames: frames.lowerBound)..<samples(ofFrames: frames.upperBound)
    }
}

extension FileError {
    /// Runs an operation on a file; its errors mention the place where the file is named.
    static func located<Output>(at origin: String?, _ body: () throws -> Output) throws -> Output {
        do { return try body() } catch let error as FileError { throw error.at(origin) }
    }

    /// The same error, preceded by the place where the file is named.
    func at(_ origin: String?) -> FileError {
        FileError(code, message.at(origin), cause: cause)
    }
}

extension String {
    /// The same message, preceded by the place where its file is named.
    func at(_ origin: String?) -> String { origin.map { "\($0): \(self)" } ?? self }
}
