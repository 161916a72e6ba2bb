import Subprocess

/// Processes that keep the processors busy.
enum BusyLoops {
    /// Keeps so many processors busy while the closure runs.
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
}
