/// Carries one Swift value through a C callback's context pointer.
///
/// The box is retained when the C call is made. The callback, which GLib runs exactly once for each
/// asynchronous call, releases it.
final class CallbackBox<Value> {
    private let value: Value

    private init(_ value: Value) { self.value = value }

    /// Boxes a value for a callback that will run once.
    static func retain(_ value: Value) -> UnsafeMutableRawPointer {
        unsafe Unmanaged.passRetained(CallbackBox(value)).toOpaque()
    }

    /// Unboxes the value and releases the box.
    static func take(_ context: UnsafeMutableRawPointer?) -> Value? {
        unsafe context.map { unsafe Unmanaged<CallbackBox>.fromOpaque($0).takeRetainedValue().value }
    }
}

/// Carries a reference through a C callback's context pointer without keeping
/// the object alive.
///
/// The library that holds the pointer may call back after the object is gone. It sends a destroy
/// notification when it will never call again.
final class WeakBox<Object: AnyObject>: @unchecked Sendable {
    /// The object, while it lives; read on the main actor.
    private(set) weak var object: Object?

    private init(_ object: Object) { self.object = object }

    /// Boxes a reference; call ``release(_:)`` once afterward.
    static func retain(_ object: Object) -> UnsafeMutableRawPointer {
        unsafe Unmanaged.passRetained(WeakBox(object)).toOpaque()
    }

    /// Returns the boxed object, if it is still alive.
    static func object(of context: UnsafeMutableRawPointer) -> Object? {
        unsafe Unmanaged<WeakBox>.fromOpaque(context).takeUnretainedValue().object
    }

    /// Releases a box; use it as the destroy notification.
    static func release(_ context: UnsafeMutableRawPointer?) {
        unsafe context.map { unsafe Unmanaged<WeakBox>.fromOpaque($0).release() }
    }
}
