public import Composition
public import Frames

/// Pictures one after the other, and how they are shown.
public struct SlideshowPlan: Sendable {
    /// The pictures, in order; at least one.
    public var slides: [Slide]
    /// Frames a second.
    public var frameRate: FrameRate
    /// How long a picture is shown that does not say so itself.
    public var slideDuration = Self.usualDuration
    /// Whether an animation that does not say so itself is shown once, as long
    /// as it lasts; as long as pictures are otherwise.
    public var keepsAnimationTimes = true
    /// The canvas; that of the first picture without.
    public var size: PixelSize?
    /// How pictures of other sizes come onto it.
    public var fit = Fit.contain
    /// What is seen around them and through them.
    public var background = Color.black
    /// Whether the canvas is transparent where nothing covers it.
    public var isTransparent = false
    /// How a picture gives way to the next, where ``overlap`` is not zero.
    ///
    /// A transparent canvas goes with a fade only.
    public var transition = Transition.Kind.fade
    /// Where what moves in a transition moves to.
    public var direction = Transition.Direction.left
    /// For how long neighbours are both shown; zero is a cut.
    public var overlap = Duration.zero
    /// The numbers of pixels that a side of the canvas may have.
    public static let sideRange = 1...16_384
    /// How long a picture is shown if nothing says so.
    public static let usualDuration = Duration.seconds(3)

    /// Plans to show pictures.
    public init(_ slides: [Slide], frameRate: FrameRate = .thirty) {
        self.slides = slides
        self.frameRate = frameRate
    }
}
