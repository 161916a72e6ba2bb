public import Composition
import Foundation
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
    /// Subtitles, as tracks of the movies or on the pictures.
    public var subtitles: [SubtitleItem] = []
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

    /// An error in the timeline: of its file, if it was read from one.
    func error(_ mark: YAMLFile.Mark?, _ message: String) -> any Error {
        file.map { $0.error(at: mark, message) } ?? TimelineError(.invalidTimeline, message)
    }

    /// Names the file and a line, for messages about what stands there; `nil` if the timeline was not read from a file.
    func origin(at mark: YAMLFile.Mark?) -> String? { file.map { $0.place(at: mark.map { .line($0.line) }) } }

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
    /// What the file states about the output.
    package var stated = Stated()
    /// The output with its path, kind and encoding; its size and frames are not known yet.
    package var planned: PlannedOutput
    /// The time of a still picture, or the interval between the pictures of a contact sheet.
    ///
    /// A photo's still counts from the beginning of the part (default: its middle).
    package var time: TimelineTime?
    /// The line of that time.
    package var timeMark: YAMLFile.Mark?
    /// The width (default: follows from the height and the canvas's aspect ratio).
    package var width: Int?
    /// The height (default: follows from the width and the canvas's aspect ratio).
    package var height: Int?
    /// Frames per second.
    package var frameRate: FrameRate?
    /// The beginning of the output's part of the timeline.
    package var from: TimelineTime?
    /// The length of the output's part of the timeline.
    package var length: TimelineTime?
}

/// Checks of the values that a program states. Those of a description are checked where they are read.
extension Timeline {
    /// The range of the canvas's sides, in pixels.
    static let sides = 16...8192
    /// The range of playback speeds.
    static let speeds = 0.05...20.0
    /// The highest gain: 24 dB.
    static let highestGain = pow(10, 24.0 / 20)
    /// The longest time: ten days.
    private static let longest = Duration.seconds(86_400 * 10)

    /// Checks that all values are in their ranges.
    ///
    /// - Throws: ``TimelineError/Code/invalidTimeline``, with the first one that is not.
    func checkValues() throws {
        for (name, side) in [("width", size.width), ("height", size.height)] {
            try require(Self.sides.contains(side), "The canvas's \(name)", "\(side)", "from 16 to 8192 pixels")
        }
        try check(defaults.still, "The default length of stills")
        for (items, kind) in [(clips, "clip"), (overlays, "overlay")] {
            for item in items { try check(item, "the \(kind) \(item.name)") }
        }
        for sound in sounds {
            let owner = "the sound \(sound.name)"
            try check([sound.startTime, sound.inPoint, sound.outPoint, sound.duration], of: owner)
            try check(sound.loopCrossfade, "The cross-fade of \(owner)")
            try require(
                Self.speeds.contains(sound.speed), "The speed of \(owner)", sound.speed.brief, "from 0.05 to 20")
            try check(sound.fades, of: owner)
            try check(gains: [sound.gain] + sound.volumeKeys.map(\.gain), of: owner)
        }
    }

    private func check(_ item: TrackItem, _ owner: String) throws {
        try check([item.startTime, item.inPoint, item.outPoint, item.duration], of: owner)
        try require(
            item.speed == 0 || Self.speeds.contains(item.speed), "The speed of \(owner)", item.speed.brief,
            "0, which holds one picture, or from 0.05 to 20")
        for opacity in [item.layout.opacity] + item.keyFrames.compactMap(\.opacity) {
            try require((0...1).contains(opacity), "The opacity of \(owner)", opacity.brief, "from 0 to 1")
        }
        for scale in [item.layout.scale] + item.keyFrames.compactMap(\.scale) {
            try require((0...100).contains(scale), "The scale of \(owner)", scale.brief, "from 0 to 100")
        }
        let layout = item.layout
        let places =
            [layout.rotation, layout.x, layout.y]
            + item.keyFrames.flatMap { [$0.rotation, $0.x, $0.y].compactMap(\.self) }
        for place in places {
            try require(abs(place) <= 1e6, "The place or rotation of \(owner)", place.brief, "at most 1,000,000")
        }
        try check(item.fades, of: owner)
        try check(item.transition?.length, "The transition of \(owner)")
        try check(item.audio.fades, of: "the sound of \(owner)")
        try check(gains: [item.audio.gain] + item.audio.volumeKeys.map(\.gain), of: owner)
    }

    private func check(_ times: [TimelineTime?], of owner: String) throws {
        for (time, name) in zip(times, ["start time", "in point", "out point", "duration"]) {
            try check(time, "The \(name) of \(owner)")
        }
    }

    private func check(_ fades: Fades?, of owner: String) throws {
        try check(fades?.fadeIn, "The fade-in of \(owner)")
        try check(fades?.fadeOut, "The fade-out of \(owner)")
    }

    private func check(_ time: TimelineTime?, _ what: String) throws {
        switch time {
        case .seconds(let time):
            try require((.zero...Self.longest).contains(time), what, time.text, "from 0 to \(Self.longest.text)")
        case .frames(let count):
            let range = 0...TimelineTime.mostFrames
            try require(range.contains(count), what, "\(count) frames", "from 0 to \(range.upperBound) frames")
        case nil: break
        }
    }

    private func check(gains: [Double], of owner: String) throws {
        for gain in gains {
            try require((0...Self.highestGain).contains(gain), "The gain of \(owner)", gain.brief, "from 0 to 15.85")
        }
    }

    private func require(_ isValid: Bool, _ what: String, _ value: String, _ range: String) throws {
        guard !isValid else { return }
        throw TimelineError(.invalidTimeline, "\(what) is \(value). It must be \(range).")
    }
}

/// Why a timeline could not be rendered.
public struct TimelineError: Error, CustomStringConvertible {
    /// The kind of failure, for programs.
    public enum Code: Sendable, Hashable {
        /// The clip's source is not supported.
        case unsupportedSource
        /// A part of the timeline contradicts another, or is out of range.
        case invalidTimeline
        /// A text cannot be drawn.
        case cannotDrawText
    }

    /// The kind of failure.
    public let code: Code
    /// What failed and what to do.
    public let message: String

    /// Describes a failure; the message is shown without the secrets of addresses in it.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = ShownAddress.hidingSecrets(in: message)
    }

    /// The message.
    public var description: String { message }
}
