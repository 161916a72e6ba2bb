/// A colour and how much of it there is.
struct WeightedColor {
    /// Red, green and blue, from 0 to 255.
    var channels: SIMD3<Float>
    /// How many pixels have it; positive.
    var weight: Float
}
