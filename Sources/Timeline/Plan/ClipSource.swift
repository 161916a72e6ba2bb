public import Composition

/// The source of a clip's pictures.
public enum ClipSource: Sendable, Hashable {
    /// A video or an animated GIF.
    case video(path: String)
    /// An animated GIF or APNG that repeats.
    case animation(path: String)
    /// A still picture.
    case still(path: String)
    /// A single color.
    case color(Color)
    /// A text.
    case title(Title)
    /// A web page, rendered with the virtual clock.
    case page(PageClip)
}
