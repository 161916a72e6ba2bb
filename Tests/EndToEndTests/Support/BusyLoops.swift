import Foundation
import Glibc
import Subprocess
import Synchronization

/// Processes that keep processors busy.
enum BusyLoops {
    /// Keeps a number of processors busy during the closure.
    static func running<Result: Sendable>(
        _ count: Int, _ body: () async throws -> Result
    ) async throws -> Result {
        guard count > 0 else { return try await body() }
        return try await Subprocess.run(
            .name("sh"), arguments: ["-c", "while :; do :; done"], input: .none, output: .discarded, error: .discarded
        ) { execution in
            defer { try? execution.send(signal: .kill) }
            return try await running(count - 1, body)
        }.closureResult
    }

    /// Starts threads without end during the closure, some ten thousand in a second.
    static func startingThreads<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
        let isOver = Mutex(false)
        defer { isOver.withLock { $0 = true } }
        Thread.detachNewThread {
            while !isOver.withLock(\.self) {
                var thread = pthread_t()
                guard unsafe pthread_create(&thread, nil, { _ in nil }, nil) == 0 else { continue }
                pthread_join(thread, nil)
            }
        }
        return try await body()
    }
}
