internal import CWebKitGTK

// What an element opens as a separate window, which a picture of the page never shows.

extension PageView {
    /// Closes the list of a `<select>` as soon as WebKit has opened it.
    ///
    /// While the list is open, the element shows the old option, whatever keys choose. Later keys
    /// choose from the closed list, which shows each choice, up to the key that would close it.
    func closeMenu(_ menu: UnsafeMutablePointer<WebKitOptionMenu>) {
        hasOpenList = true
        unsafe g_object_ref(UnsafeMutableRawPointer(menu))
        nonisolated(unsafe) let menu = unsafe menu
        // WebKit ignores this while it is still opening the list.
        Task {
            unsafe webkit_option_menu_close(menu)
            unsafe g_object_unref(UnsafeMutableRawPointer(menu))
        }
    }
}
