/// How a picture is fitted into a rectangle of another aspect ratio.
public enum Fit: String, Sendable, CaseIterable {
    /// The whole picture is visible; the rest of the rectangle stays unchanged.
    case contain
    /// The picture covers the rectangle; the excess is cropped.
    case cover
    /// The picture is stretched to the rectangle.
    case stretch
    /// Like ``contain``, over a blurred copy of the picture that covers the rectangle.
    case blur
}
