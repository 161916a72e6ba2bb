public import Frames

/// An effect that a program applies itself.
///
/// Use it as an ``Effect`` with ``Effect/applied(by:)``.
public protocol PictureEffect: AnyObject, Sendable {
    /// Changes a picture in place.
    ///
    /// Called on the renderer's thread, only when the picture has changed: a still picture gets its effect once.
    ///
    /// - Parameter pixels: The picture, with premultiplied alpha, or opaque.
    func apply(to pixels: PixelBuffer)
}

extension Effect {
    /// An effect that a program applies itself.
    public static func applied(by effect: any PictureEffect) -> Effect { .custom(ByIdentity(effect)) }
}
