public import Frames

/// The pictures of one clip's source.
///
/// Pictures can be requested in any order; ascending order is fast. Used by one thread at a time.
public protocol PictureSource: AnyObject {
    /// The natural size of the pictures before they are fitted into a frame.
    ///
    /// The buffers may have any other size of the same aspect ratio.
    var size: PixelSize { get }

    /// The picture at a moment of the source.
    ///
    /// Returns the same buffer as before if the picture is the same. The time is rounded down to the nanosecond, so it may
    /// be slightly before a boundary of the source.
    func picture(at time: Duration) throws -> PixelBuffer

    /// Warnings about the pictures shown so far, for the user, as sentences (default: none).
    var warnings: [String] { get }
}

extension PictureSource {
    /// No warnings.
    public var warnings: [String] { [] }
}

/// Opens the sources of clips.
public protocol PictureSourceFactory {
    /// Opens a clip's source.
    func source(for clip: PlannedClip, plan: TimelinePlan) throws -> any PictureSource
}
