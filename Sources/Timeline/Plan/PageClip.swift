public import Frames

/// A web page as a clip.
public struct PageClip: Sendable, Hashable {
    /// The page's address, or the path of its file.
    public var address: String
    /// The visible area, in CSS pixels.
    public var size: PixelSize
    /// Device pixels for each CSS pixel, from 1 to 4.
    public var scale = 1
    /// Whether the page's own transparency is kept.
    public var isTransparent = false
    /// Whether the clip begins with the page's start signal; otherwise when
    /// the page is loaded and painted.
    public var waitsForStart = false
    /// Options of `pagereel record` about the page, as given there.
    public var options: [String] = []

    /// Describes a page.
    public init(address: String, size: PixelSize) {
        self.address = address
        self.size = size
    }
}
