import Encoder

/// Runs something that should fail, and gives its error.
func failure(_ body: () async throws -> Void) async -> EncoderError? {
    do {
        try await body()
        return nil
    } catch {
        return error as? EncoderError
    }
}
