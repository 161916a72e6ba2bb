public import Composition

/// Where a clip's pictures come from.
public enum ClipSource: Sendable, Hashable {
    /// A file of moving pictures; an animated GIF is one.
    case video(path: String)
    /// A file of one picture.
    case still(path: String)
    /// One colour.
    case color(Color)
    /// A text.
    case title(Title)
    /// A web page, rendered on the virtual clock.
    case page(PageClip)
}
