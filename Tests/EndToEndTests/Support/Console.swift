import Synchronization

/// The output of a running recorder, and the tests that wait for a text in it.
final class Console: Sendable {
    /// The recorder closed the stream before the expected text appeared.
    struct Ended: Error, CustomStringConvertible {
        let awaited: String
        let text: String
        var description: String { "standard error ended without '\(awaited)':\n\(text)" }
    }

    private struct Waiter {
        let needle: String
        let times: Int
        let continuation: CheckedContinuation<Bool, Never>

        func isSatisfied(by text: String) -> Bool { text.ranges(of: needle).count >= times }
    }

    private struct State {
        var bytes: [UInt8] = []
        var hasEnded = false
        var waiters: [Waiter] = []
        var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    private let state = Mutex(State())

    /// Everything written so far.
    var text: String { state.withLock { $0.text } }

    func append(_ bytes: [UInt8]) {
        let satisfied = state.withLock { state in
            state.bytes += bytes
            let text = state.text
            let satisfied = state.waiters.filter { $0.isSatisfied(by: text) }
            state.waiters.removeAll { $0.isSatisfied(by: text) }
            return satisfied
        }
        for waiter in satisfied { waiter.continuation.resume(returning: true) }
    }

    /// Marks the end of the output; pending waits fail.
    func end() {
        let disappointed = state.withLock { state in
            state.hasEnded = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in disappointed { waiter.continuation.resume(returning: false) }
    }

    /// Returns once a text has been written, at once if it already was.
    func wait(for needle: String, times: Int = 1) async throws {
        let found = await withCheckedContinuation { continuation in
            let answer: Bool? = state.withLock { state in
                let waiter = Waiter(needle: needle, times: times, continuation: continuation)
                if waiter.isSatisfied(by: state.text) { return true }
                if state.hasEnded { return false }
                state.waiters.append(waiter)
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
        guard found else { throw Ended(awaited: needle, text: text) }
    }
}
