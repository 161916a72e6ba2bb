import Composition
public import Frames

/// Pictures that a program makes itself, as the resource of a clip.
///
/// Use it as a ``Resource`` with ``Resource/pictures(of:)``.
public protocol PictureResource: AnyObject, Sendable {
    /// The name in messages.
    var name: String { get }
    /// The natural size of the pictures; `nil` to make them at the size at which they are shown.
    var size: PixelSize? { get }
    /// The length; `nil` if there are pictures at any time.
    var duration: Duration? { get }

    /// Starts making pictures.
    ///
    /// Called on the renderer's thread, where the source is used.
    ///
    /// - Parameter size: The natural size, or else that of the clip's frame on the canvas.
    func makeSource(size: PixelSize) throws -> any PictureSource
}

extension Resource {
    /// Pictures that a program makes itself.
    public static func pictures(of resource: any PictureResource) -> Resource { .custom(ByIdentity(resource)) }
}

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
