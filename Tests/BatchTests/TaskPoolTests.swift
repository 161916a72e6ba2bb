import Synchronization
import Testing

@testable import Batch

@Suite("Scheduling of rows") @MainActor
struct TaskPoolTests {
    @Test("Each job runs once, as many at the same time as allowed", arguments: [1, 3, 50])
    func concurrency(limit: Int) async throws {
        let running = Atomic(0)
        let most = Mutex(0)
        let run = TaskPool<Int, Int>(concurrency: limit) { job in
            let now = running.add(1, ordering: .relaxed).newValue
            most.withLock { $0 = max($0, now) }
            await Task.yield()
            running.subtract(1, ordering: .relaxed)
            return job * 2
        }
        var (next, outcomes) = (0, [Int: Int]())
        try await run.run {
            next += 1
            return next <= 40 ? next : nil
        } finish: { job, outcome in
            #expect(outcomes.updateValue(outcome, forKey: job) == nil)
        }
        #expect(outcomes == Dictionary(uniqueKeysWithValues: (1...40).map { ($0, $0 * 2) }))
        #expect(most.withLock(\.self) <= limit)
    }

    private struct Failure: Error {}

    @Test("After an error, jobs under way end and no more begin")
    func failure() async {
        let run = TaskPool<Int, Void>(concurrency: 2) { _ in await Task.yield() }
        var (begun, ended) = (0, 0)
        await #expect(throws: Failure.self) {
            try await run.run {
                begun += 1
                return begun
            } finish: { job, _ in
                ended += 1
                if job == 5 { throw Failure() }
            }
        }
        #expect(begun == ended)
        #expect((5...7).contains(begun))
    }
}
