public import Composition

/// A clip of the main channel or an overlay: a resource, the part of it that is shown, and how.
public struct TrackItem: TimedItem {
    /// What a description states about the item, for interchange files.
    package var stated = JSONValue.null
    /// The line at which the item begins.
    package var line: Int?
    /// Whether the item is an overlay on the main channel.
    package var isOverlay = false
    /// The line of the source.
    package var sourceLine: Int?
    /// The item with its name, its source and its layout without fades and keyframes.
    ///
    /// Its frames are not known yet. A file counts as a still until it is inspected. ``anchor``
    /// replaces the layout's frame.
    package var planned: PlannedClip
    /// When an overlay begins, and which part of the resource is shown for how long.
    public var times = ItemTimes()
    package var writtenSpeed: Written<Double>?
    package var reverse: Written<Bool>?
    /// The position of an overlay whose frame depends on its pictures' size; replaces the layout's frame.
    public var anchor: Anchor?
    /// The line that states the frame or the anchor, or else the item's.
    package var placeLine: Int?
    package var fade: Written<Fades>?
    /// A motion from the first frame to the last, as two keyframes.
    package var motion: Written<[KeyFrame]>?
    package var writtenKeyFrames: [Written<KeyFrame>] = []
    /// The resource's own sound.
    public var audio = AudioConfiguration()
    /// The transition to the next item: `nil` if not stated, a value of `nil` for a cut.
    package var then: Written<TrackTransition?>?

    /// Creates an item that shows a whole resource on the whole canvas.
    ///
    /// - Parameters:
    ///   - resource: What is shown.
    ///   - duration: The length on the timeline. If `nil`, a video has its own length and everything else that of
    ///     ``ClipDefaults/still``; an overlay that is not a video lasts until the timeline's end. A page needs one.
    public init(_ resource: Resource, duration: TimelineTime? = nil) {
        planned = PlannedClip(name: resource.name, source: resource, frames: 0..<0, layout: Layout())
        self.duration = duration
    }

    /// Creates an item that a description states.
    package init(stating stated: JSONValue, line: Int?, sourceLine: Int?, planned: PlannedClip) {
        self.stated = stated
        self.line = line
        self.sourceLine = sourceLine
        self.planned = planned
    }
}

// MARK: - Time

extension TrackItem {
    /// Seconds of a video or page per second of the timeline (default: 1); the sound keeps its pitch.
    ///
    /// 0 holds the picture at the in point, silently, for the item's duration; without one, as for a still picture.
    public var speed: Double {
        get { writtenSpeed?.value ?? 1 }
        set { writtenSpeed = Written(newValue, line: nil) }
    }

    /// Whether a video or page is played backward.
    public var isReversed: Bool {
        get { reverse?.value ?? false }
        set { reverse = Written(newValue, line: nil) }
    }
}

// MARK: - Pictures

extension TrackItem {
    /// What is shown.
    public var resource: Resource { planned.source }

    /// The name in messages (default: the resource's).
    public var name: String {
        get { planned.name }
        set { planned.name = newValue }
    }

    /// How the pictures are shown: content mode (`Layout/fit`), frame, transform, opacity and effects.
    ///
    /// Its fades and keyframes are not used; see ``fades`` and ``keyFrames``.
    public var layout: Layout {
        get { planned.layout }
        set { planned.layout = newValue }
    }

    /// The fade-in from and the fade-out to transparency.
    public var fades: Fades? {
        get { fade?.value }
        set { fade = newValue.map { Written($0, line: nil) } }
    }

    /// The keyframes, ascending; the fields that they set replace those of ``layout``.
    public var keyFrames: [KeyFrame] {
        get { writtenKeyFrames.map(\.value) }
        set { writtenKeyFrames = newValue.map { Written($0, line: nil) } }
    }

    /// The transition to the next clip; `nil` for a cut (default: ``ClipDefaults/transition``).
    public var transition: TrackTransition? {
        get { then?.value }
        set { then = Written(newValue, line: nil) }
    }
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
