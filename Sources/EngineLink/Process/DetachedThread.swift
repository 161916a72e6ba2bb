private import CGIO
private import CSystemCalls
private import Glibc

/// Starts threads that are not joined.
package enum DetachedThread {
    /// Runs a closure on a new thread.
    ///
    /// - Parameters:
    ///   - name: What the kernel shows, with at most 15 bytes.
    ///   - body: Released when it has run.
    package static func start(_ name: String, _ body: @escaping @Sendable () -> Void) {
        let work = Work(name: name, body: body)
        // GLib ends the process if there is no thread to be had, as any Swift
        // program would be ended.
        g_thread_unref(g_thread_new(nil, runWork, Unmanaged.passRetained(work).toOpaque()))
    }
}

/// What a new thread gets.
private final class Work: Sendable {
    let name: String
    let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
        self.name = name
        self.body = body
    }
}

private func runWork(argument: gpointer?) -> gpointer? {
    if let argument {
        let work = Unmanaged<Work>.fromOpaque(argument).takeRetainedValue()
        scheduling_name_thread(work.name)
        work.body()
    }
    return nil
}
