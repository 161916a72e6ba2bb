/// The placement of a picture at one frame of its time.
///
/// A `nil` field is interpolated between the keyframes that set it. Before the first of them it has
/// the first value, after the last the last value.
public struct KeyFrame: Sendable, Hashable {
    /// The frame, counted from the picture's first.
    public var frame: Int
    /// The easing from the previous keyframe to this one.
    public var easing: Easing
    /// The opacity, from 0 to 1.
    public var opacity: Double?
    /// The scale factor, about the picture's center.
    public var scale: Double?
    /// The rotation in degrees, clockwise about the picture's center.
    public var rotation: Double?
    /// The offset to the right, in canvas pixels.
    public var x: Double?
    /// The offset downward, in canvas pixels.
    public var y: Double?

    /// Creates a keyframe that sets no field.
    public init(frame: Int, easing: Easing = .linear) {
        self.frame = frame
        self.easing = easing
    }
}
