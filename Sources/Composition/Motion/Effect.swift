public import Frames

/// An effect on the colors of a whole picture.
public enum Effect: Sendable, Hashable {
    /// An offset added to each channel, as a fraction of its range, from -1 to 1.
    case brightness(Double)
    /// A factor for the distance from middle gray, from 0 to 4.
    case contrast(Double)
    /// A factor for the distance from gray of the same luma, from 0 (gray) to 4.
    case saturation(Double)
    /// A Gaussian blur; the standard deviation is in pixels, from 0 to 200.
    case blur(Double)
    /// The darkening of the corners, from 0 to 1.
    case vignette(Double)
    /// A color that is mixed in by its alpha.
    case tint(Color)
    /// An effect of the program that uses the library; see ``applied(by:)``.
    case custom(ByIdentity<any PictureEffect>)
}

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

/// A reference that equals only itself, for values that are compared and contain objects of other programs.
public struct ByIdentity<Object: Sendable>: Sendable, Hashable {
    /// The object.
    public let object: Object
    private let identity: ObjectIdentifier

    /// Keeps an object.
    ///
    /// - Parameter object: A class instance.
    public init(_ object: Object) {
        self.object = object
        identity = ObjectIdentifier(object as AnyObject)
    }

    /// Whether both are the same object.
    public static func == (one: Self, other: Self) -> Bool { one.identity == other.identity }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}
