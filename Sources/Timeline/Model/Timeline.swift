public import Composition
public import Frames
package import Notation

/// A timeline: clips one after another, overlays over them, sounds, and effects on the whole picture.
///
/// ```swift
/// var timeline = Timeline(size: PixelSize(width: 1280, height: 720))
/// timeline.clips = [TrackItem(.file("intro.mp4")), TrackItem(.color(.black), duration: .seconds(.seconds(2)))]
/// timeline.clips[0].transition = TrackTransition(.fade, length: .frames(15))
/// let summary = try await CompositionGenerator(timeline).exportSession(to: "out.mp4").run()
/// ```
///
/// Times are stated as they are known: in seconds or in frames. A ``CompositionGenerator`` inspects the files and
/// turns everything into whole frames, samples and pixels once. A YAML description is read into a timeline too.
public struct Timeline: Sendable {
    /// The size of the canvas, in pixels; both sides are even for videos.
    public var size: PixelSize
    /// Frames per second.
    public var frameRate: FrameRate
    /// The background color of the canvas.
    public var background: Color
    /// Whether the canvas has transparency; clips then change by a cut or a fade only.
    public var isTransparent = false
    /// The defaults of clips.
    public var defaults = ClipDefaults()
    /// The main channel: clips that follow each other, and may overlap by a transition.
    public var clips: [TrackItem] = []
    /// The overlays on the main channel, lowest first.
    public var overlays: [TrackItem] = []
    /// Sounds in addition to those of the clips.
    public var sounds: [AudioItem] = []
    /// The effects on the whole picture, in order.
    public var effects: [Effect] = []
    /// The outputs to write.
    package var outputs: [TimelineOutput] = []
    /// The file that the timeline was read from; errors refer to its lines.
    package var file: YAMLFile?
    /// The folder that file names are relative to.
    package var folder = ""
    /// What the file states, for interchange files.
    package var stated = JSONValue.null
    /// Whether fades, keyframes and the ends of overlays and sounds yield to the clips' lengths.
    ///
    /// They do in files of other editors, which change lengths but do not know the rest. Elsewhere a contradiction
    /// is a mistake.
    package var yieldsToLengths = false

    /// Creates an empty timeline.
    ///
    /// - Parameters:
    ///   - size: The size of the canvas, in pixels.
    ///   - frameRate: Frames per second.
    ///   - background: The background color of the canvas; opaque unless the canvas is transparent.
    public init(
        size: PixelSize = PixelSize(width: 1280, height: 720), frameRate: FrameRate = .thirty,
        background: Color = .black
    ) {
        self.size = size
        self.frameRate = frameRate
        self.background = background
    }

    /// Creates the empty timeline of a file.
    ///
    /// - Parameter folder: The folder that file names are relative to.
    package init(file: YAMLFile, folder: String) {
        self.init()
        self.file = file
        self.folder = folder
    }

    /// An error in the timeline: of its file, if it was read from one.
    func error(_ line: Int?, _ message: String) -> any Error {
        file.map { $0.error(at: line, message) } ?? TimelineError(.invalidTimeline, message)
    }

    /// The place of a line, for messages; `nil` if the timeline was not read from a file.
    func place(atLine line: Int?) -> String? { file.map { $0.place(atLine: line) } }

    /// Returns the lengths of two fades that fit into a length, shortened in proportion if they may be; `nil` if
    /// they do not fit.
    func fades(_ fadeIn: Int, _ fadeOut: Int, within count: Int) -> (fadeIn: Int, fadeOut: Int)? {
        let sum = fadeIn + fadeOut
        if sum <= count { return (fadeIn, fadeOut) }
        guard yieldsToLengths else { return nil }
        let share = Double(count) / Double(sum)
        return (Int(Double(fadeIn) * share), Int(Double(fadeOut) * share))
    }
}

/// The defaults of clips.
public struct ClipDefaults: Sendable {
    /// How pictures of a description are fitted into their frames.
    package var fit = Fit.contain
    /// How long a still picture is shown.
    public var still = TimelineTime.seconds(.seconds(4))
    /// The transition to the next clip (default: a cut).
    public var transition: TrackTransition?
}

/// An output file, as the description states it.
package struct TimelineOutput: Sendable {
    /// The line at which the output is described.
    package var line: Int?
    /// The output with its path, kind, quality and codec; its size and frames are not known yet.
    package var planned: PlannedOutput
    /// The time of a still picture, or the interval between the pictures of a contact sheet.
    ///
    /// A photo's still counts from the beginning of the part (default: its middle).
    package var time: Written<TimelineTime>?
    /// The width (default: follows from the height and the canvas's aspect ratio).
    package var width: Int?
    /// The height (default: follows from the width and the canvas's aspect ratio).
    package var height: Int?
    /// Frames per second.
    package var frameRate: Written<FrameRate>?
    /// The beginning of the output's part of the timeline.
    package var from: Written<TimelineTime>?
    /// The length of the output's part of the timeline.
    package var length: Written<TimelineTime>?
}
