/// How a picture is brought into a rectangle of other proportions.
public enum Fit: String, Sendable, CaseIterable {
    /// All of the picture is seen; what remains of the rectangle is left alone.
    case contain
    /// All of the rectangle is covered; what remains of the picture is cut off.
    case cover
    /// The picture takes the rectangle's proportions.
    case stretch
    /// As ``contain``, over the same picture, which covers the rectangle and
    /// is blurred.
    case blur
}
