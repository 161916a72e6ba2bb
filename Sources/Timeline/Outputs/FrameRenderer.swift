public import Frames

/// Gives the picture of a timeline at any of its frames, fast in ascending
/// order.
///
/// Made and used on one thread.
public protocol FrameRenderer: AnyObject {
    /// The picture at a frame, opaque and of the canvas' size; the same buffer
    /// as before where nothing changed.
    func picture(at frame: Int) throws -> PixelBuffer
}
