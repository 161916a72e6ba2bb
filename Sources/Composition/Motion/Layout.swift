/// Where a picture is on the canvas, and how it gets there.
///
/// The order is that of the fields: the picture is brought into its frame,
/// cut off at its edges, turned, scaled and moved about the frame's centre,
/// changed by its effects, and laid over what is below with its opacity.
public struct Layout: Sendable, Hashable {
    /// How the picture comes into its frame.
    public var fit: Fit
    /// The frame, on the canvas.
    public var frame: PixelRectangle
    /// Degrees, clockwise, about the frame's centre.
    public var rotation = 0.0
    /// A factor of the size, about the frame's centre.
    public var scale = 1.0
    /// Canvas pixels to the right.
    public var x = 0.0
    /// Canvas pixels down.
    public var y = 0.0
    /// Whether left and right change places.
    public var isMirrored = false
    /// Any other change of its shape, about the frame's centre, before it is
    /// mirrored, scaled, turned and moved.
    public var matrix = LinearMap.identity
    /// What is done to its colours, in order.
    public var effects: [Effect] = []
    /// From 0, which cannot be seen, to 1.
    public var opacity = 1.0
    /// Frames from nothing to its opacity at the beginning.
    public var fadeIn = 0
    /// Frames from its opacity to nothing at the end.
    public var fadeOut = 0
    /// What changes in its time, ascending; what they name replaces the
    /// fields above.
    public var keyFrames: [KeyFrame] = []

    /// Describes a picture that stands still in its frame.
    public init(fit: Fit, frame: PixelRectangle) {
        self.fit = fit
        self.frame = frame
    }
}
