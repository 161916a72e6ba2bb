import Subprocess

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
}
