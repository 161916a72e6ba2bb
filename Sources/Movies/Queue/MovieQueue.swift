private import Files
private import Synchronization

/// Makes movies one at a time, in the order in which they were added.
///
/// With a name, also among the processes of a user: whoever comes first, of any
/// of them, is first. Any thread may use it; what was added goes on when the
/// queue itself is let go of.
public final class MovieQueue: Sendable {
    /// What is known of a job that was added.
    public struct Ticket: Sendable {
        private let task: Task<FinishedMovie, any Error>

        fileprivate init(_ task: Task<FinishedMovie, any Error>) { self.task = task }

        /// Ends the job, or takes it out of the queue; its completion hears a
        /// `CancellationError` unless the movie is finished.
        public func cancel() { task.cancel() }

        /// What becomes of the job; waits for it.
        public var movie: FinishedMovie {
            get async throws { try await task.value }
        }
    }

    private let line: WaitingLine?
    /// The last job; the next one waits for its end.
    private let last = Mutex<Task<FinishedMovie, any Error>?>(nil)

    /// Makes an empty queue.
    ///
    /// - Parameter name: What is shared by all processes that give the same
    ///   name, without slashes; without it the queue is this object's alone.
    public init(name: String? = nil) {
        precondition(name?.contains("/") != true && name?.isEmpty != true, "a queue's name is one part of a path")
        line = name.map { WaitingLine("movies-\($0)") }
    }

    /// Adds a job at the end.
    ///
    /// - Parameters:
    ///   - job: The job.
    ///   - completion: Hears what became of it, once, on any thread, before
    ///     the next job begins; whatever it is, the next job begins.
    ///   - onProgress: Hears how far it has come, on any thread.
    @discardableResult
    public func add(
        _ job: MovieJob, completion: @escaping @Sendable (Result<FinishedMovie, any Error>) -> Void = { _ in },
        onProgress: @escaping @Sendable (MovieProgress) -> Void = { _ in }
    ) -> Ticket {
        let task = last.withLock { last in
            // In the line of all processes from now on, whatever is still
            // before it here.
            let turn = Result { try line?.join() }
            let task = Task { [previous = last] in
                // Whatever became of it.
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
