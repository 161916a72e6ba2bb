public import Frames

/// Renders the frames of a timeline; fastest in ascending order.
///
/// Created and used on one thread.
public protocol FrameRenderer: AnyObject {
    /// The picture at a frame, of the canvas's size.
    ///
    /// Returns the same buffer as before if nothing has changed.
    func picture(at frame: Int) throws -> PixelBuffer

    /// Warnings about the frames rendered so far, for the user, as sentences (default: none).
    var warnings: [String] { get }
}

extension FrameRenderer {
    /// No warnings.
    public var warnings: [String] { [] }
}
