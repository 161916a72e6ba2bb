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
