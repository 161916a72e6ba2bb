/// One picture of the page's visible area and its place in the video.
///
/// A page that did not change gives a frame with the *same* buffer as the
/// frame before it, so that nothing downstream copies or converts it again.
public struct Frame: Sendable {
    /// The place in the video, counted from 0.
    ///
    /// Its presentation time is ``FrameRate/time(ofFrame:)`` of this.
    public let index: Int
    /// The picture; read only from here on.
    public let pixels: PixelBuffer

    /// Places a picture in the video.
    public init(index: Int, pixels: PixelBuffer) {
        self.index = index
        self.pixels = pixels
    }
}
