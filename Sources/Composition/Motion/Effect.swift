/// What is done to the colours of a whole picture.
public enum Effect: Sendable, Hashable {
    /// Added to each channel, as a part of its range, from -1 to 1.
    case brightness(Double)
    /// A factor for the distance from middle grey, from 0 to 4.
    case contrast(Double)
    /// A factor for the distance from grey of the same lightness, from 0,
    /// which is grey, to 4.
    case saturation(Double)
    /// A Gaussian blur of this many pixels' standard deviation, from 0 to 200.
    case blur(Double)
    /// How dark the corners become, from 0 to 1.
    case vignette(Double)
    /// How much of a colour is mixed in by its alpha.
    case tint(Color)
}
