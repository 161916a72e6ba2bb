private import Frames

/// Runs jobs, a fixed number at the same time, as a source provides them.
package struct TaskPool<Job: Sendable, Outcome: Sendable>: Sendable {
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

/// How far a batch is.
package struct BatchProgress: Sendable, Equatable {
    /// The rows that the run has to record.
    package let planned: Int
    /// The rows recorded in this run.
    package private(set) var recorded: Int
    /// The rows that failed in this run.
    package private(set) var failed: Int
    /// The rows that are over, one way or the other.
    package var over: Int { recorded + failed }

    package init(planned: Int, recorded: Int = 0, failed: Int = 0) {
        self.planned = planned
        self.recorded = recorded
        self.failed = failed
    }

    /// Counts a row.
    package mutating func add(isRecorded: Bool) { if isRecorded { recorded += 1 } else { failed += 1 } }

    /// Videos per minute in this run.
    package func rate(after time: Duration) -> Double { time > .zero ? Double(over) * 60 / time.inSeconds : 0 }

    /// How long the rest will take, judged by the rows so far; `nil` before the first.
    package func timeLeft(after time: Duration) -> Duration? {
        over > 0 ? time * Double(planned - over) / Double(over) : nil
    }
}
