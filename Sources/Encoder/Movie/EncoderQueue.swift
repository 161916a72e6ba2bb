private import Dispatch

/// Runs an actor on a dedicated serial queue.
///
/// Encoding blocks an actor for many milliseconds at a time, and Swift's shared pool has only
/// as many threads as the machine has cores.
package final class EncoderQueue: SerialExecutor {
    private let queue: DispatchQueue

    package init(label: String) { queue = DispatchQueue(label: label) }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { [self] in unsafe job.runSynchronously(on: asUnownedSerialExecutor()) }
    }

    package func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
