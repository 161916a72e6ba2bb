// For `pthread_attr_t`.
private import CLibAV
private import CSystemCalls
private import Dispatch
private import Glibc
private import Synchronization

/// A dedicated thread for encoding.
///
/// New threads inherit the scheduling policy of the thread that starts them. Only the encoder's
/// threads should inherit it, so work on this thread must not start others, as resuming a task
/// may.
final class EncoderThread: Sendable {
    private let inbox = Inbox()

    /// Starts the thread.
    init() { inbox.start() }

    deinit { inbox.put(nil) }

    /// Enqueues work behind all earlier work; returns at once.
    func start(_ work: @escaping @Sendable () -> Void) { inbox.put(work) }

    /// Runs work after all earlier work, and waits for the result.
    ///
    /// When this returns, the thread references neither the work nor its result.
    func run<Output, Failure>(
        _ body: @escaping () throws(Failure) -> sending Output
    ) throws(Failure) -> sending Output {
        // The caller waits, so both threads may use these variables.
        nonisolated(unsafe) var work: (() throws(Failure) -> sending Output)? = body
        nonisolated(unsafe) var outcome: Result<Handed<Output>, Failure>?
        let isDone = DispatchSemaphore(value: 0)
        inbox.put {
            do throws(Failure) {
                unsafe outcome = try work.map { body throws(Failure) in .success(Handed(value: try body())) }
            } catch {
                unsafe outcome = .failure(error)
            }
            unsafe work = nil
            isDone.signal()
        }
        isDone.wait()
        // The thread may release its closure slightly later.
        defer { unsafe outcome = nil }
        guard let outcome = unsafe outcome else { preconditionFailure("work that has been done has an outcome") }
        return try outcome.get().value
    }
}

/// Transfers a value from one thread to another.
private struct Handed<Value>: @unchecked Sendable {
    let value: Value
}

/// The queue of work for the thread.
///
/// The thread references only this queue, not its owner, so it ends when the owner is
/// deallocated.
private final class Inbox: Sendable {
    typealias Work = @Sendable () -> Void

    private let waiting = Mutex<[Work?]>([])
    private let count = DispatchSemaphore(value: 0)

    /// Appends work to the queue; `nil` ends the thread.
    func put(_ work: Work?) {
        waiting.withLock { $0.append(work) }
        count.signal()
    }

    func start() {
        var attributes = pthread_attr_t()
        unsafe pthread_attr_init(&attributes)
        unsafe pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
        defer { unsafe pthread_attr_destroy(&attributes) }
        var thread = pthread_t()
        let code = unsafe pthread_create(&thread, &attributes, runInbox, Unmanaged.passRetained(self).toOpaque())
        precondition(code == 0, "the encoder's thread could not be started")
    }

    func run() {
        unsafe scheduling_name_thread("encoder")
        scheduling_compute()
        while true {
            count.wait()
            guard let work = waiting.withLock({ $0.removeFirst() }) else { return }
            work()
        }
    }
}

private func runInbox(argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let argument = unsafe argument { unsafe Unmanaged<Inbox>.fromOpaque(argument).takeRetainedValue().run() }
    return nil
}
