import Encoder

@testable import Files

/// Runs a closure that should fail, and returns its error.
func failure(_ body: () async throws -> Void) async -> FileError? {
    do {
        try await body()
        return nil
    } catch {
        return error as? FileError
    }
}
