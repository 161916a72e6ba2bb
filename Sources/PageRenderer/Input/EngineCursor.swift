private import CPageHost
internal import CWebKitGTK

/// The cursor that the engine chooses for the pointer, from the page's elements and style sheets.
///
/// It is set while the page handles a motion, and when what is below the pointer changes.
@MainActor
@safe final class EngineCursor {
    private let window: OpaquePointer
    private let onChange: @MainActor () -> Void

    /// The CSS keyword of the present cursor; `nil` for an image of the page.
    var keyword: String? {
        unsafe named_cursors_name(gdk_window_get_cursor(window).map { unsafe UnsafeMutableRawPointer($0) })
            .map { unsafe String(cString: $0) }
    }

    /// Follows the cursor of a view.
    ///
    /// - Parameters:
    ///   - view: An open view.
    ///   - onChange: Called when the engine has set another cursor.
    init?(of view: PageView, onChange: @escaping @MainActor () -> Void) {
        guard let window = unsafe gtk_widget_get_window(view.widget) else { return nil }
        // The window may be destroyed before.
        unsafe g_object_ref(UnsafeMutableRawPointer(window))
        unsafe self.window = window
        self.onChange = onChange
        _ = unsafe recorder_connect_owned(
            UnsafeMutableRawPointer(window), "notify::cursor",
            unsafeBitCast(onNotify as Notify, to: GCallback.self), WeakBox<EngineCursor>.retain(self),
            { context, _ in unsafe WeakBox<EngineCursor>.release(context) })
    }

    isolated deinit { unsafe g_object_unref(UnsafeMutableRawPointer(window)) }

    fileprivate func changed() { onChange() }
}

private typealias Notify = @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutableRawPointer?) -> Void

private let onNotify: Notify = { _, _, context in
    // GLib emits on the main thread, which is the main actor's.
    nonisolated(unsafe) let context = unsafe context
    MainActor.assumeIsolated { unsafe context.flatMap { unsafe WeakBox<EngineCursor>.object(of: $0) }?.changed() }
}
