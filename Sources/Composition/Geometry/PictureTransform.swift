import Glibc

/// An affine transform from the coordinates of one picture to those of another.
///
/// Coordinates are in pixels from the upper left corner; the center of the first pixel is at 0.5.
public struct PictureTransform: Sendable, Hashable {
    var (xx, xy, x0) = (1.0, 0.0, 0.0)
    var (yx, yy, y0) = (0.0, 1.0, 0.0)

    /// Creates the identity transform.
    public init() {}

    /// Appends a translation.
    public func moved(x: Double, y: Double) -> PictureTransform {
        var result = self
        result.x0 += x
        result.y0 += y
        return result
    }

    /// Appends a scale about the upper left corner.
    public func scaled(x: Double, y: Double) -> PictureTransform { changed(by: LinearMap(a: x, b: 0, c: 0, d: y)) }

    /// Appends a clockwise rotation about the upper left corner.
    ///
    /// - Parameter degrees: The angle; multiples of 90° are exact.
    public func turned(degrees: Double) -> PictureTransform {
        let (sine, cosine) = Self.sineAndCosine(degrees)
        return changed(by: LinearMap(a: cosine, b: sine, c: -sine, d: cosine))
    }

    /// Appends a linear map about the upper left corner.
    public func changed(by map: LinearMap) -> PictureTransform {
        var result = self
        (result.xx, result.xy, result.x0) = (map.a * xx + map.c * yx, map.a * xy + map.c * yy, map.a * x0 + map.c * y0)
        (result.yx, result.yy, result.y0) = (map.b * xx + map.d * yx, map.b * xy + map.d * yy, map.b * x0 + map.d * y0)
        return result
    }

    /// The inverse, or `nil` if the transform maps the picture to a line or a point.
    public var inverse: PictureTransform? {
        let determinant = xx * yy - xy * yx
        guard determinant.isFinite, abs(determinant) > 1e-9 else { return nil }
        var result = PictureTransform()
        (result.xx, result.xy) = (yy / determinant, -xy / determinant)
        (result.yx, result.yy) = (-yx / determinant, xx / determinant)
        result.x0 = -(result.xx * x0 + result.xy * y0)
        result.y0 = -(result.yx * x0 + result.yy * y0)
        return result
    }

    private static func sineAndCosine(_ degrees: Double) -> (sine: Double, cosine: Double) {
        let rest = degrees.truncatingRemainder(dividingBy: 360)
        switch rest < 0 ? rest + 360 : rest {
        case 0: return (0, 1)
        case 90: return (1, 0)
        case 180: return (0, -1)
        case 270: return (-1, 0)
        case let angle: return (sin(angle * .pi / 180), cos(angle * .pi / 180))
        }
    }
}

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
