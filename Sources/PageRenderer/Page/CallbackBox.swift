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
