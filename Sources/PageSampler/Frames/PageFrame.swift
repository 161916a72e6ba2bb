public import Frames

/// One frame of a page, with its place in the sequence.
public struct PageFrame: Sendable {
    /// The index, from 0; no index is left out.
    public let index: Int
    /// The presentation time, from the start of the sequence: the index divided by the frame rate.
    public let time: Duration
    /// The picture in device pixels: blue, green, red and alpha, with premultiplied alpha, as Cairo's
    /// `ARGB32`, or `RGB24` without transparency.
    ///
    /// The memory belongs to the frame: it may be kept for any time, and is not drawn into again.
    /// A frame that looks like the one before has the same object.
    public let pixels: PixelBuffer
    /// Whether the page's picture at this time was missed, so that the frame repeats the one before.
    ///
    /// This happens only on the real-time clock, if the page or the loop is too slow.
    public let isMissed: Bool
}
