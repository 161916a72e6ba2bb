/// A color and the number of pixels that have it.
struct WeightedColor {
    /// Red, green and blue, from 0 to 255.
    var channels: SIMD3<Float>
    /// The number of pixels; positive.
    var weight: Float
}
