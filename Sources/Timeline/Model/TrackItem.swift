public import Composition
public import Decoder
package import Frames
import Notation

/// A clip of the main channel or an overlay: a resource, the part of it that is shown, and how.
public struct TrackItem: Sendable {
    /// What a file states about the item.
    package var stated = Stated()
    /// Whether the item is an overlay on the main channel.
    package var isOverlay = false
    /// What is shown; a file counts as a still until it is inspected.
    public let resource: Resource
    /// The name in messages (default: the resource's).
    public var name: String
    /// The time at which an overlay begins (default: the beginning); clips of the main channel follow each other.
    public var startTime: TimelineTime?
    /// The in point: the first moment of the resource that is shown (default: its beginning).
    public var inPoint: TimelineTime?
    /// The out point: the moment at which the resource is left (default: its end); excludes ``duration``.
    public var outPoint: TimelineTime?
    /// The length on the timeline (default: that of the part).
    public var duration: TimelineTime?
    /// Whether the item has no duration because it lasts until the timeline's end, as a page can.
    package var lastsUntilEnd = false
    /// The rate and the numbers of pictures whose names a pattern gives.
    package var sequence: SequenceSettings?
    /// Seconds of a video or page per second of the timeline (default: 1); the sound keeps its pitch.
    ///
    /// 0 holds the picture at the in point, silently, for the item's duration; without one, as for a still picture.
    public var speed = 1.0
    /// Whether a video or page is played backward.
    public var isReversed = false
    /// Which pictures of a video are deinterlaced (default: those that it states to be interlaced).
    public var deinterlacing = Deinterlacing.automatic
    /// The color that is transparent; `nil` if all are shown.
    public var chromaKey: ChromaKey?
    /// How the pictures are shown: content mode (`Layout/fit`), frame, transform, opacity and effects.
    ///
    /// Its fades and keyframes are not used; see ``fades`` and ``keyFrames``.
    public var layout = Layout()
    /// The position of an overlay whose frame depends on its pictures' size; replaces the layout's frame.
    public var anchor: Anchor?
    /// The fade-in from and the fade-out to transparency.
    public var fades: Fades?
    /// The keyframes, ascending; the fields that they set replace those of ``layout``.
    public var keyFrames: [KeyFrame] = []
    /// A motion from the first frame to the last, as two keyframes.
    package var motion: [KeyFrame]?
    /// The resource's own sound.
    public var audio = AudioConfiguration()
    /// The transition to the next clip; `nil` for a cut (default: ``ClipDefaults/transition``).
    public var transition: TrackTransition? { didSet { statesTransition = true } }
    /// Whether a transition or a cut is stated, in place of the default.
    package private(set) var statesTransition = false

    /// Creates an item that shows a whole resource on the whole canvas.
    ///
    /// - Parameters:
    ///   - resource: What is shown.
    ///   - duration: The length on the timeline. If `nil`, a video has its own length and everything else that of
    ///     ``ClipDefaults/still``; an overlay that is not a video lasts until the timeline's end. A page needs one.
    public init(_ resource: Resource, duration: TimelineTime? = nil) {
        self.resource = resource
        name = resource.name
        self.duration = duration
    }

    /// The place of the resource.
    var sourceMark: YAMLFile.Mark? { stated[resource.key] }
}

/// A transition from a clip to the next.
public struct TrackTransition: Sendable {
    /// The kind of transition.
    public var kind: Transition.Kind
    /// The direction of movement, for kinds that move.
    public var direction: Transition.Direction
    /// The length of the overlap.
    public var length: TimelineTime
    /// The easing of the transition.
    public var easing: Easing

    /// Describes a transition.
    public init(
        _ kind: Transition.Kind, direction: Transition.Direction = .left,
        length: TimelineTime = .seconds(.milliseconds(500)), easing: Easing = .linear
    ) {
        self.kind = kind
        self.direction = direction
        self.length = length
        self.easing = easing
    }
}

/// A corner, a side or the center of the canvas, with a margin and a size.
public struct Anchor: Sendable {
    /// The anchor point.
    public enum Corner: String, Sendable, CaseIterable {
        /// A corner at the top.
        case topLeft = "top-left"
        /// The middle of the upper edge.
        case top
        /// A corner at the top.
        case topRight = "top-right"
        /// The middle of the left edge.
        case left
        /// The middle of the canvas.
        case center
        /// The middle of the right edge.
        case right
        /// A corner at the bottom.
        case bottomLeft = "bottom-left"
        /// The middle of the lower edge.
        case bottom
        /// A corner at the bottom.
        case bottomRight = "bottom-right"
    }

    /// The anchor point.
    public var corner: Corner
    /// The distance from the canvas's edges.
    public var margin: CanvasLength
    /// The width in canvas pixels (default: follows from the height and the aspect ratio).
    public var width: Double?
    /// The height in canvas pixels (default: follows from the width and the aspect ratio).
    public var height: Double?

    /// Describes a position.
    public init(
        _ corner: Corner = .center, margin: CanvasLength = .pixels(0), width: Double? = nil, height: Double? = nil
    ) {
        self.corner = corner
        self.margin = margin
        self.width = width
        self.height = height
    }
}

/// How the sound of a clip is played.
public struct AudioConfiguration: Sendable {
    /// Whether the sound is muted.
    public var isOff = false
    /// Which of the file's tracks and channels are played (default: the best track, with all of its channels).
    ///
    /// The sound of a page has one track.
    public var selection = SoundSelection()
    /// The gain, as a linear factor.
    public var gain = 1.0
    /// The fade-in and fade-out (default: cross-fades over the transitions).
    public var fades: Fades?
    /// The curve of the fades.
    public var curve = PlannedSound.Fade.Curve.equalPower
    /// The volume ramps: gains at samples of the clip, ascending, multiplied with ``gain``.
    public var volumeKeys: [PlannedSound.VolumeKey] = []
    /// Processing of the samples before the gain, in order.
    public var processing: [any AudioProcessing] = []
    /// What a file states about the sound.
    package var stated = Stated()

    /// Creates the configuration of a sound that is played as it is.
    public init() {}
}

/// The lengths of a fade-in and a fade-out.
public struct Fades: Sendable, Equatable {
    /// The length of the fade-in.
    public var fadeIn: TimelineTime
    /// The length of the fade-out.
    public var fadeOut: TimelineTime

    /// Describes two fades; zero means no fade.
    public init(in fadeIn: TimelineTime = .frames(0), out fadeOut: TimelineTime = .frames(0)) {
        self.fadeIn = fadeIn
        self.fadeOut = fadeOut
    }
}

/// How the pictures are shown that the name of a clip's source stands for.
package struct SequenceSettings: Sendable {
    /// Frames per second (default: the timeline's).
    package var frameRate: FrameRate?
    /// Which of the numbered files are shown, each for as many frames as their numbers are apart.
    package var numbers = NumberedPictures()

    /// Shows all pictures, a frame each.
    package init() {}
}
