import Dispatch

/// Runs an actor on a serial queue of its own.
///
/// Decoding and scaling take many milliseconds at a time, and Swift's shared
/// threads are only as many as the machine has cores.
final class SourceQueue: SerialExecutor {
    private let queue: DispatchQueue

    init(label: String) { queue = DispatchQueue(label: label) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
    }

    func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
