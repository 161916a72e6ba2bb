/// What a picture's placement is at one frame of its time.
///
/// What a key frame does not name keeps its way between those that name it;
/// before the first of these it is as the first says, after the last as the
/// last says.
public struct KeyFrame: Sendable, Hashable {
    /// The frame, from the first of the picture's time.
    public var frame: Int
    /// How the way from the key frame before to this one is gone.
    public var easing: Easing
    /// From 0, which cannot be seen, to 1.
    public var opacity: Double?
    /// A factor of the picture's size, about its centre.
    public var scale: Double?
    /// Degrees, clockwise, about the picture's centre.
    public var rotation: Double?
    /// Canvas pixels to the right of the picture's place.
    public var x: Double?
    /// Canvas pixels below the picture's place.
    public var y: Double?

    /// Describes a key frame that names nothing yet.
    public init(frame: Int, easing: Easing = .linear) {
        self.frame = frame
        self.easing = easing
    }
}
