// The compiler finds pthread_attr_t there.
private import CLibAV
private import CSystemCalls
private import Dispatch
private import Glibc
private import Synchronization

/// Does the encoder's work on a thread of its own.
///
/// Whatever a thread starts gets its place among the others: here those of an
/// encoder are meant, and nothing else may happen that starts any, such as
/// the end of a task's wait.
final class EncoderThread: Sendable {
    private let inbox = Inbox()

    /// Starts the thread.
    init() { inbox.start() }

    deinit { inbox.put(nil) }

    /// Runs a piece of work on the thread and waits for it.
    ///
    /// Neither what the work refers to nor what it made is still held by the
    /// thread then.
    func run<Output, Failure>(
        _ body: @escaping () throws(Failure) -> sending Output
    ) throws(Failure) -> sending Output {
        // The caller stands still meanwhile, so both may use the same.
        nonisolated(unsafe) var work: (() throws(Failure) -> sending Output)? = body
        nonisolated(unsafe) var outcome: Result<Handed<Output>, Failure>?
        let isDone = DispatchSemaphore(value: 0)
        inbox.put {
            do throws(Failure) {
                outcome = try work.map { body throws(Failure) in .success(Handed(value: try body())) }
            } catch {
                outcome = .failure(error)
            }
            work = nil
            isDone.signal()
        }
        isDone.wait()
        // The thread may be a little later in letting go of what both use.
        defer { outcome = nil }
        guard let outcome else { preconditionFailure("work that has been done has an outcome") }
        return try outcome.get().value
    }
}

/// What one thread made and gives away.
private struct Handed<Value>: @unchecked Sendable {
    let value: Value
}

/// What waits for the thread; all that the thread itself knows of, so that it
/// ends with its owner.
private final class Inbox: Sendable {
    typealias Work = @Sendable () -> Void

    private let waiting = Mutex<[Work?]>([])
    private let count = DispatchSemaphore(value: 0)

    /// Puts work at the end; nothing ends the thread.
    func put(_ work: Work?) {
        waiting.withLock { $0.append(work) }
        count.signal()
    }

    func start() {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
        defer { pthread_attr_destroy(&attributes) }
        var thread = pthread_t()
        let code = pthread_create(&thread, &attributes, runInbox, Unmanaged.passRetained(self).toOpaque())
        // As for any other thread of a Swift program, there is no going on.
        precondition(code == 0, "the encoder's thread could not be started")
    }

    func run() {
        scheduling_name_thread("encoder")
        scheduling_compute()
        while true {
            count.wait()
            guard let work = waiting.withLock({ $0.removeFirst() }) else { return }
            work()
        }
    }
}

private func runInbox(argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let argument { Unmanaged<Inbox>.fromOpaque(argument).takeRetainedValue().run() }
    return nil
}
