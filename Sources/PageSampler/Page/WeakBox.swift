/// Carries a reference through a C callback's context pointer without keeping
/// the object alive.
///
/// The library that holds the pointer may call back after the object is gone, and
/// says with a destroy notification when it never will again.
final class WeakBox<Object: AnyObject>: @unchecked Sendable {
    /// The object, while it lives; read on the main actor.
    private(set) weak var object: Object?

    private init(_ object: Object) { self.object = object }

    /// Boxes a reference; ``release(_:)`` must follow, once.
    static func retain(_ object: Object) -> UnsafeMutableRawPointer {
        Unmanaged.passRetained(WeakBox(object)).toOpaque()
    }

    /// Returns the object of a box, if it still lives.
    static func object(of context: UnsafeMutableRawPointer) -> Object? {
        Unmanaged<WeakBox>.fromOpaque(context).takeUnretainedValue().object
    }

    /// Releases a box, as its destroy notification.
    static func release(_ context: UnsafeMutableRawPointer?) {
        context.map { Unmanaged<WeakBox>.fromOpaque($0).release() }
    }
}
