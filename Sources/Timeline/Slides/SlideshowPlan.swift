public import Composition
public import Frames

/// The slides of a slide show and its settings.
public struct SlideshowPlan: Sendable {
    /// The slides, in order; at least one.
    public var slides: [Slide]
    /// Frames per second.
    public var frameRate: FrameRate
    /// The length of slides that do not set one.
    public var slideDuration = Self.usualDuration
    /// Whether an animation without an explicit length plays once, for its own length.
    ///
    /// If `false`, it is shown as long as other slides.
    public var keepsAnimationTimes = true
    /// The size of the canvas (default: that of the first picture).
    public var size: PixelSize?
    /// How pictures of other sizes are fitted.
    public var fit = Fit.contain
    /// The color around and behind pictures.
    public var background = Color.black
    /// Whether the uncovered canvas is transparent.
    public var isTransparent = false
    /// The kind of transition, if ``overlap`` is not zero.
    ///
    /// A transparent canvas supports only a fade.
    public var transition = Transition.Kind.fade
    /// The direction of movement in a transition.
    public var direction = Transition.Direction.left
    /// The overlap of adjacent slides; zero is a cut.
    public var overlap = Duration.zero
    /// The range of the canvas's width and height, in pixels.
    public static let sideRange = 1...16_384
    /// The default length of a slide.
    public static let usualDuration = Duration.seconds(3)

    /// Creates a slide show with default settings.
    public init(_ slides: [Slide], frameRate: FrameRate = .thirty) {
        self.slides = slides
        self.frameRate = frameRate
    }
}

/// One picture file of a slide show.
public struct Slide: Sendable, Hashable {
    /// The path of the file.
    public var path: String
    /// The length for which the slide is shown, including both transitions.
    ///
    /// Default: the show's slide duration, or for an animation its own length.
    public var duration: Duration?
    /// The file and line that list the slide, for messages.
    public var origin: String?

    /// Creates a slide.
    public init(_ path: String, duration: Duration? = nil, origin: String? = nil) {
        self.path = path
        self.duration = duration
        self.origin = origin
    }
}
