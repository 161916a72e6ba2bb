private import CGIO
private import CSystemCalls
private import Glibc

/// Starts threads that are not joined.
package enum DetachedThread {
    /// Runs a closure on a new thread.
    ///
    /// - Parameters:
    ///   - name: The thread's name in the kernel, at most 15 bytes.
    ///   - body: The closure; released after it has run.
    package static func start(_ name: String, _ body: @escaping @Sendable () -> Void) {
        let work = Work(name: name, body: body)
        // GLib aborts if no thread can be created, which is acceptable here.
        unsafe g_thread_unref(g_thread_new(nil, runWork, Unmanaged.passRetained(work).toOpaque()))
    }
}

/// The argument of the thread function.
private final class Work: Sendable {
    let name: String
    let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
        self.name = name
        self.body = body
    }
}

private func runWork(argument: gpointer?) -> gpointer? {
    if let argument = unsafe argument {
        let work = unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue()
        unsafe scheduling_name_thread(work.name)
        work.body()
    }
    return nil
}
