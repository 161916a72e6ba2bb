public import Frames

/// A web page as a clip.
public struct PageClip: Sendable, Hashable {
    /// The page's address, or the path of a local file.
    public var address: String
    /// The size of the viewport, in CSS pixels.
    public var size: PixelSize
    /// The device pixel ratio, from 1 to 4.
    public var scale = DeviceScale.one
    /// Whether the page's transparency is kept.
    public var isTransparent = false
    /// Whether the clip begins with the page's start signal.
    ///
    /// If `false`, it begins when the page has been loaded and painted.
    public var waitsForStart = false
    /// Options of `pagereel record` for the page, as command-line arguments.
    public var options: [String] = []

    /// Describes a page.
    public init(address: String, size: PixelSize) {
        self.address = address
        self.size = size
    }
}
