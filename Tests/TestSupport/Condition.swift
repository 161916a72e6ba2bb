/// Waits for conditions that can only be polled, such as another process's file or its end.
package enum Condition {
    /// A condition that was not met in time.
    package struct TimedOut: Error, CustomStringConvertible {
        package let description: String
    }

    /// Checks every 10 ms until the condition holds; the limit only bounds a failing test.
    package static func wait(
        for what: String, limit: Duration = .seconds(150), until condition: () throws -> Bool
    ) async throws {
        let deadline = ContinuousClock.now + limit
        while try !condition() {
            guard ContinuousClock.now < deadline else { throw TimedOut(description: "waited \(limit) for \(what)") }
            try await Task.sleep(for: .milliseconds(10))
        }
    }
}
