/// The position and appearance of a picture on the canvas.
///
/// The steps follow the order of the fields: the picture is fitted into its frame, cropped,
/// rotated, scaled and moved about the frame's center, changed by its effects, and composited with
/// its opacity.
public struct Layout: Sendable, Hashable {
    /// How the picture is fitted into its frame.
    public var fit: Fit
    /// The frame, on the canvas, or ``PixelRectangle/canvas`` for all of it.
    public var frame: PixelRectangle
    /// The rotation in degrees, clockwise about the frame's center.
    public var rotation = 0.0
    /// The scale factor, about the frame's center.
    public var scale = 1.0
    /// The offset to the right, in canvas pixels.
    public var x = 0.0
    /// The offset downward, in canvas pixels.
    public var y = 0.0
    /// Whether the picture is mirrored horizontally.
    public var isMirrored = false
    /// A linear map about the frame's center.
    ///
    /// It is applied before the picture is mirrored, scaled, rotated and moved.
    public var matrix = LinearMap.identity
    /// The effects on the picture, in order.
    public var effects: [Effect] = []
    /// The opacity, from 0 to 1.
    public var opacity = 1.0
    /// The length of the fade-in, in frames.
    public var fadeIn = 0
    /// The length of the fade-out, in frames.
    public var fadeOut = 0
    /// The keyframes, ascending; the fields that they set replace those above.
    public var keyFrames: [KeyFrame] = []

    /// Creates the layout of a picture that stands still in its frame.
    public init(fit: Fit = .contain, frame: PixelRectangle = .canvas) {
        self.fit = fit
        self.frame = frame
    }
}
