private import CSystemCalls
private import Dispatch
private import Foundation
private import Synchronization

/// Runs an actor that encodes, decodes or renders on a dedicated queue.
///
/// Such work blocks an actor for many milliseconds at a time, and Swift's shared pool has only
/// as many threads as the machine has cores. An encoder computes on the queue's thread
/// (``compute(_:)``), which has a lower priority than the page's.
package final class EncoderQueue: SerialExecutor {
    private let queue: DispatchQueue
    /// The thread, once it is needed.
    private let thread = Mutex<ComputingThread?>(nil)

    package init(label: String) { queue = DispatchQueue(label: label) }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { [self] in unsafe job.runSynchronously(on: asUnownedSerialExecutor()) }
    }

    package func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }

    /// Computes behind all earlier jobs and before later ones; returns at once.
    func enqueueComputing(_ work: @escaping @Sendable () -> Void) { queue.async { [self] in compute { work() } } }

    /// Runs work on the queue's thread and waits for the result.
    ///
    /// Called before the first job, or by a job. When this returns, the thread references neither the work nor its
    /// result.
    func compute<Output, Failure>(
        _ body: @escaping () throws(Failure) -> sending Output
    ) throws(Failure) -> sending Output {
        let thread = thread.withLock { thread in
            if thread == nil { thread = ComputingThread() }
            return thread
        }
        // The caller waits, so both threads may use these variables.
        nonisolated(unsafe) var work: (() throws(Failure) -> sending Output)? = body
        nonisolated(unsafe) var outcome: Result<Handed<Output>, Failure>?
        thread?.run {
            do throws(Failure) {
                unsafe outcome = try work.map { body throws(Failure) in .success(Handed(value: try body())) }
            } catch {
                unsafe outcome = .failure(error)
            }
            unsafe work = nil
        }
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

/// A thread of low priority, which ends with this object.
///
/// New threads inherit the priority of the thread that starts them. Only the encoder's threads should inherit it, so
/// work on this thread must not start others, as resuming a task may.
private final class ComputingThread: Sendable {
    private typealias Work = @Sendable () -> Void

    /// What the thread has to do; it references only this, not its owner.
    private final class Desk: Sendable {
        let work = Mutex<Work?>(nil)
        let isGiven = DispatchSemaphore(value: 0)
        let isDone = DispatchSemaphore(value: 0)
    }

    private let desk = Desk()

    init() {
        Thread.detachNewThread { [desk] in
            unsafe scheduling_name_thread("encoder")
            scheduling_compute()
            while true {
                desk.isGiven.wait()
                guard let work = desk.work.withLock({ $0.take() }) else { return }
                work()
                desk.isDone.signal()
            }
        }
    }

    deinit { desk.isGiven.signal() }

    /// Runs work and waits for it; one caller at a time.
    func run(_ work: @escaping @Sendable () -> Void) {
        desk.work.withLock { $0 = work }
        desk.isGiven.signal()
        desk.isDone.wait()
    }
}
