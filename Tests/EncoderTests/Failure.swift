import Encoder

@testable import Files

/// Runs something that should fail, and gives its error.
func failure(_ body: () async throws -> Void) async -> FileError? {
    do {
        try await body()
        return nil
    } catch {
        return error as? FileError
    }
}
