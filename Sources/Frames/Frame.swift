/// A picture of the page's visible area and its place in the video.
///
/// If the page did not change, a frame has the *same* buffer as the previous one, so that nothing
/// downstream copies or converts the picture again.
public struct Frame: Sendable {
    /// The index in the video, from 0.
    ///
    /// The presentation time is ``FrameRate/time(ofFrame:)`` of this index.
    public let index: Int
    /// The picture; it must not be modified anymore.
    public let pixels: PixelBuffer

    /// Places a picture in the video.
    public init(index: Int, pixels: PixelBuffer) {
        self.index = index
        self.pixels = pixels
    }
}
