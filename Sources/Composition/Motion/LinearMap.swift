/// A change of a picture's shape about a point: scaled along both axes,
/// turned, mirrored, slanted.
///
/// What was x to the right and y down of the point comes to be a·x + c·y to
/// the right and b·x + d·y down, as `matrix()` has it (CSS Transforms Module
/// Level 1, 13.1).
public struct LinearMap: Sendable, Hashable {
    /// How far to the right and down a step to the right leads.
    public var a, b: Double
    /// How far to the right and down a step down leads.
    public var c, d: Double

    /// Nothing changes.
    public static let identity = LinearMap(a: 1, b: 0, c: 0, d: 1)

    /// Describes a change.
    public init(a: Double, b: Double, c: Double, d: Double) { (self.a, self.b, self.c, self.d) = (a, b, c, d) }
}
