/// Runs jobs, a fixed number at the same time, as a source provides them.
package struct BatchRun<Job: Sendable, Outcome: Sendable>: Sendable {
    /// How many jobs run at the same time; positive.
    package let concurrency: Int
    /// Runs a job.
    package let perform: @Sendable (Job) async -> Outcome

    package init(concurrency: Int, perform: @escaping @Sendable (Job) async -> Outcome) {
        self.concurrency = concurrency
        self.perform = perform
    }

    /// Runs all jobs; returns after the last one.
    ///
    /// No job is begun after an error or the end of jobs, but those under way end by themselves.
    ///
    /// - Parameters:
    ///   - next: Provides the next job; `nil` if no more are to begin.
    ///   - finish: Receives each job's outcome, in the order in which they end.
    /// - Throws: The first error of `next` or `finish`.
    @MainActor
    package func run(
        next: @MainActor () throws -> Job?, finish: @MainActor (Job, Outcome) throws -> Void
    ) async throws {
        var failure: (any Error)?
        func job() -> Job? {
            guard failure == nil else { return nil }
            do { return try next() } catch {
                failure = error
                return nil
            }
        }
        await withTaskGroup(of: (Job, Outcome).self) { group in
            func begin(_ job: Job?) {
                guard let job else { return }
                group.addTask { [perform] in (job, await perform(job)) }
            }
            for _ in 0..<concurrency { begin(job()) }
            while let (ended, outcome) = await group.next() {
                do { try finish(ended, outcome) } catch { failure = failure ?? error }
                begin(job())
            }
        }
        if let failure { throw failure }
    }
}
