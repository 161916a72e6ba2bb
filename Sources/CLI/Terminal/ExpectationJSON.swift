import Recorder

/// An expectation and its result, in JSON.
struct ExpectationJSON: Codable {
    let expectation: String
    let passed: Bool
    let message: String

    /// Describes a verdict.
    init(_ verdict: Verdict) {
        expectation = verdict.expectation.text
        passed = verdict.isMet
        message = verdict.message
    }
}
