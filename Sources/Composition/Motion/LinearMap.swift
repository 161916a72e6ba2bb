/// A linear map of a picture about a point: scale, rotation, reflection and skew.
///
/// The vector (x, y) becomes (a·x + c·y, b·x + d·y), with y downward, as in `matrix()` (CSS
/// Transforms Module Level 1, section 13.1).
public struct LinearMap: Sendable, Hashable {
    /// The image of the unit vector to the right.
    public var a, b: Double
    /// The image of the unit vector downward.
    public var c, d: Double

    /// The identity map.
    public static let identity = LinearMap(a: 1, b: 0, c: 0, d: 1)

    /// Creates a map from its coefficients.
    public init(a: Double, b: Double, c: Double, d: Double) { (self.a, self.b, self.c, self.d) = (a, b, c, d) }
}
