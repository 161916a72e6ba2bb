import Dispatch

/// Runs an actor on its own serial queue.
///
/// Decoding and scaling block a thread for many milliseconds, and Swift's shared pool has only as
/// many threads as the machine has cores.
final class SourceQueue: SerialExecutor {
    private let queue: DispatchQueue

    init(label: String) { queue = DispatchQueue(label: label) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
    }

    func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
