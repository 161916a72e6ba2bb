public import Frames

/// A transition from one picture of the main channel to the next, while they overlap.
public struct Transition: Sendable, Hashable {
    /// The kind of transition.
    public enum Kind: Sendable, Hashable {
        /// A cross-dissolve.
        case fade
        /// A dissolve to a color, then from the color to the next picture.
        case fadeThrough(Color)
        /// An edge moves over the canvas and reveals the next picture.
        ///
        /// The softness of the edge is a fraction of the canvas's side, from 0 to 1.
        case wipe(softness: Double)
        /// The next picture slides over the previous one.
        case slide
        /// The next picture pushes the previous one out.
        case push
        /// A push upward with a bounce.
        ///
        /// The next picture is enlarged by a tenth in the middle of the motion.
        case bounceUp
        /// The previous picture grows and fades, and the next comes from behind it.
        case zoom
        /// Drawn by the program that uses the library; see ``drawn(by:)``.
        case custom(ByIdentity<any PictureTransition>)
    }

    /// The direction of movement.
    public enum Direction: String, Sendable, CaseIterable {
        /// Toward a side of the canvas.
        case left, right, up, down
    }

    /// The kind of transition.
    public var kind: Kind
    /// The direction of movement, for kinds that move.
    public var direction: Direction
    /// The easing of the motion.
    public var easing: Easing
    /// The length of the overlap, in frames; positive.
    public var frameCount: Int

    /// Describes a transition.
    public init(_ kind: Kind, direction: Direction = .left, easing: Easing = .linear, frameCount: Int) {
        self.kind = kind
        self.direction = direction
        self.easing = easing
        self.frameCount = frameCount
    }

    /// The progress at one of the frames, before easing.
    ///
    /// It lies between 0 and 1, excludes both, and is symmetric about the middle.
    public func progress(atFrame frame: Int) -> Double { (Double(frame) + 0.5) / Double(frameCount) }
}

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
