public import Frames

/// A transition that a program draws itself.
///
/// Use it as a ``Transition/Kind`` with ``Transition/Kind/drawn(by:)``.
public protocol PictureTransition: AnyObject, Sendable {
    /// Draws one picture of the transition.
    ///
    /// Called on the renderer's thread, for the frames in order or in any other order.
    ///
    /// - Parameters:
    ///   - progress: The eased progress, above 0 and below 1; some easings overshoot.
    ///   - from: The picture before.
    ///   - to: The picture after, of the same size.
    ///   - target: Receives the result; of the same size, with undefined bytes. All pictures have premultiplied alpha, or
    ///     are opaque.
    func draw(progress: Double, from: PixelBuffer, to: PixelBuffer, into target: PixelBuffer)
}

extension Transition.Kind {
    /// A transition that a program draws itself.
    public static func drawn(by transition: any PictureTransition) -> Transition.Kind {
        .custom(ByIdentity(transition))
    }
}
