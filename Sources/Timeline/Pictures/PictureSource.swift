public import Frames

/// The pictures of one clip's source.
///
/// Asked for in any order, but fast in ascending order; used by one thread at
/// a time.
public protocol PictureSource: AnyObject {
    /// The size in which the pictures are to be seen before they are fitted
    /// into a frame; theirs may be any other of the same proportions.
    var size: PixelSize { get }

    /// The picture at a moment of the source; the same buffer as before while
    /// it is the same picture.
    func picture(at time: Duration) throws -> PixelBuffer
}

/// Opens the sources of clips.
public protocol PictureSourceFactory {
    /// Opens a clip's source.
    func source(for clip: PlannedClip, plan: TimelinePlan) throws -> any PictureSource
}
