public import Encoder
package import Files
private import Synchronization

/// Encodes movies one at a time, in the order in which they were added.
///
/// A named queue is shared by all processes of a user, first come, first served. It can be used
/// from any thread; jobs that were added continue after the queue is released.
public final class MovieQueue: Sendable {
    /// A handle to a job in the queue.
    public struct Ticket: Sendable {
        private let task: Task<FinishedMovie, any Error>

        fileprivate init(_ task: Task<FinishedMovie, any Error>) { self.task = task }

        /// Cancels the job or removes it from the queue.
        ///
        /// Its completion receives a `CancellationError` unless the movie is already finished.
        public func cancel() { task.cancel() }

        /// The result of the job; waits for it.
        public var movie: FinishedMovie {
            get async throws { try await task.value }
        }
    }

    private let line: WaitingLine?
    /// The most recent job; the next one waits for its end.
    private let last = Mutex<Task<FinishedMovie, any Error>?>(nil)

    /// Creates an empty queue.
    ///
    /// - Parameter name: A name without slashes, shared by all processes that use the same name
    ///   (default: a queue of this object alone).
    public init(name: String? = nil) {
        precondition(name?.contains("/") != true && name?.isEmpty != true, "a queue's name is one part of a path")
        line = name.map { Self.line(named: $0) }
    }

    /// The line in which the processes of a user wait that use a queue of a name.
    package static func line(named name: String) -> WaitingLine { WaitingLine("movies-\(name)") }

    /// Appends a job.
    ///
    /// - Parameters:
    ///   - job: The job.
    ///   - completion: Called once with the result, on any thread, before the next job begins. The
    ///     next job begins even after a failure.
    ///   - onProgress: Called with the progress, on any thread.
    @discardableResult
    public func add(
        _ job: MovieJob, completion: @escaping @Sendable (Result<FinishedMovie, any Error>) -> Void = { _ in },
        onProgress: @escaping @Sendable (MovieProgress) -> Void = { _ in }
    ) -> Ticket {
        let task = last.withLock { last in
            // Take a place in the line of all processes now, even if earlier jobs of this queue are pending.
            let turn = Result { try line?.join() }
            let task = Task { [previous = last] in
                // Success or failure of the previous job does not matter.
                _ = await previous?.result
                let result = await Self.result {
                    try Task.checkCancellation()
                    let turn = try turn.get()
                    defer { withExtendedLifetime(turn) {} }
                    if let turn { try await WaitingLine.wait(for: turn.before) }
                    return try await job.run(onProgress: onProgress)
                }
                completion(result)
                return try result.get()
            }
            last = task
            return task
        }
        return Ticket(task)
    }

    private static func result(
        _ body: () async throws -> FinishedMovie
    ) async -> Result<FinishedMovie, any Error> {
        do { return .success(try await body()) } catch { return .failure(error) }
    }
}
