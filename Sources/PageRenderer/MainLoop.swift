private import CGIO
private import CWebKitGTK
private import Glibc
private import Synchronization

/// GLib's main loop, with Swift's main actor running on it.
///
/// GTK and WebKit run on the process's main thread, driven by GLib. Dispatch's main queue, which is
/// the main actor, does not run there by default; this type adds it to the loop as a source. No
/// other code deals with either.
package enum MainLoop {
    /// Runs the loop on the main thread until the body has finished.
    ///
    /// Not re-entrant: a body never calls this again.
    ///
    /// - Parameter body: The work; it stays on the main thread across suspensions.
    /// - Returns: The body's result.
    /// - Throws: The body's error.
    package static func run<Result: Sendable, Failure: Error>(
        _ body: @escaping @MainActor () async throws(Failure) -> Result
    ) throws(Failure) -> Result {
        precondition(recorder_is_main_thread() != 0, "the main loop runs on the main thread only")
        _ = mainQueueSource
        unsafe g_main_context_set_poll_func(nil, waitForEvents)
        let outcome = Outcome<Result, Failure>()
        let loop = LoopHandle()
        Task { @MainActor in
            do throws(Failure) {
                outcome.value = .success(try await body())
            } catch {
                outcome.value = .failure(error)
            }
            loop.quit()
        }
        loop.run()
        guard let value = outcome.value else {
            preconditionFailure("the loop ended before its body")
        }
        return try value.get()
    }

    /// Whether the loop waits for events.
    ///
    /// If not, the main thread works, or waits for something else in the middle of its work, such
    /// as a reply of the display server. Any thread may ask.
    static var isWaiting: Bool { waiting.load(ordering: .sequentiallyConsistent) }

    /// Calls a function whenever the loop begins to wait, until the next call of this method.
    ///
    /// Any thread may call this.
    ///
    /// - Parameter onWait: Called on the main thread, and short; `nil` to end the calls.
    static func notify(_ onWait: (@Sendable () -> Void)?) {
        listener.withLock { $0 = onWait }
        isHeard.store(onWait != nil, ordering: .sequentiallyConsistent)
    }

    fileprivate static let waiting = Atomic(false)
    fileprivate static let isHeard = Atomic(false)
    fileprivate static let listener = Mutex<(@Sendable () -> Void)?>(nil)

    /// The source that runs the main queue's work; installed once.
    ///
    /// The eventfd must be read before the work runs, or it stays readable and the loop spins.
    private static let mainQueueSource: guint = unsafe recorder_add_input(
        _dispatch_get_main_queue_handle_4CF(), runMainQueue, nil)
}

/// The result of a body.
///
/// Written by the main actor and read after the loop, both on the main thread, hence safe to share.
private final class Outcome<Result: Sendable, Failure: Error>: @unchecked Sendable {
    var value: Swift.Result<Result, Failure>?
}

/// The owner of a GLib loop object.
///
/// Used only on the main thread, hence safe to share.
@safe private final class LoopHandle: @unchecked Sendable {
    private let raw = unsafe g_main_loop_new(nil, 0)

    deinit { unsafe g_main_loop_unref(raw) }

    func run() { unsafe g_main_loop_run(raw) }
    func quit() { unsafe g_main_loop_quit(raw) }
}

/// Called by GLib instead of poll(2).
private func waitForEvents(
    descriptors: UnsafeMutablePointer<GPollFD>?, count: guint, timeout: gint
) -> gint {
    // Only a loop that has nothing to do is worth a call.
    let ready = unsafe g_poll(descriptors, count, 0)
    guard ready == 0 && timeout != 0 else { return ready }
    MainLoop.waiting.store(true, ordering: .sequentiallyConsistent)
    defer { MainLoop.waiting.store(false, ordering: .sequentiallyConsistent) }
    if MainLoop.isHeard.load(ordering: .sequentiallyConsistent) { MainLoop.listener.withLock { $0?() } }
    return unsafe g_poll(descriptors, count, timeout)
}

private func runMainQueue(descriptor: gint, condition: GIOCondition, context: gpointer?) -> gboolean {
    var count: UInt64 = 0
    _ = unsafe read(descriptor, &count, MemoryLayout.size(ofValue: count))
    _dispatch_main_queue_callback_4CF(nil)
    return 1
}
