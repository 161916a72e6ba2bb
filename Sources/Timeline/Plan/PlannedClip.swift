public import Composition
public import Decoder
import Files
public import Frames

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
    /// The color that is transparent; `nil` if all are shown.
    public var chromaKey: ChromaKey?
    /// The sound of a video or a page, from the clip's first frame to its last; `nil` if it is off or missing.
    ///
    /// Its path is that of the source. Whether a page has any sound is not known before it is recorded.
    public var sound: PlannedSound?

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
    /// The sound with the file that it is in; `nil` without sound, or if a page is not recorded yet.
    var videoSound: PlannedSound? {
        guard case .video(let path) = source, var sound else { return nil }
        (sound.path, sound.origin) = (path, origin)
        return sound
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

/// The mapping from a clip's frames to moments of its source.
public struct Playback: Sendable, Hashable {
    /// The in point: the first moment of the source that is shown.
    public var start: Duration
    /// Seconds of the source per second of the timeline; 0 holds the picture at the in point.
    public var speed: Double
    /// Whether the source is played backward.
    public var isReversed: Bool
    /// Which pictures of a video are deinterlaced (default: those that it states to be interlaced).
    public var deinterlacing = Deinterlacing.automatic

    /// Describes how a source is played.
    public init(start: Duration = .zero, speed: Double = 1, isReversed: Bool = false) {
        self.start = start
        self.speed = speed
        self.isReversed = isReversed
    }

    /// Whether one picture is held.
    public var isHeld: Bool { speed == 0 }

    /// The moment of the source that a frame shows.
    ///
    /// - Parameters:
    ///   - frame: The frame, counted from the clip's first.
    ///   - count: The clip's length in frames.
    ///   - frameRate: The timeline's frame rate.
    public func sourceTime(ofFrame frame: Int, of count: Int, at frameRate: FrameRate) -> Duration {
        let place = isReversed ? count - 1 - frame : frame
        if speed == 1 { return start + frameRate.time(ofFrame: place) }
        // Round down once, as for all frame times.
        let seconds = Double(place) * Double(frameRate.denominator) * speed / Double(frameRate.numerator)
        return start + .nanoseconds(Int((seconds * 1e9).rounded(.down)))
    }
}
