import Testing

@testable import CLI

@Suite("Attempts")
struct RetriesTests {
    private struct Failure: Error {}

    /// Runs attempts that fail up to a number, and returns the result of the last one with the pauses between them.
    private func run(
        _ count: Int, failing: Int, isTransient: Bool = true, endsAtPause: Bool = false
    ) async -> (value: Int?, attempts: Int, pauses: [Int]) {
        var pauses: [Int] = []
        let retries = Retries(count: count, delay: .zero)
        let outcome: (result: Result<Int, any Error>, attempts: Int) = await retries.run { result in
            if case .failure = result { isTransient } else { false }
        } pause: { _, number in
            pauses.append(number)
            if endsAtPause { throw CancellationError() }
        } attempt: { number in
            guard number > failing else { throw Failure() }
            return number
        }
        return (outcome.result.value, outcome.attempts, pauses)
    }

    @Test("An operation is tried until it succeeds, or no attempt is left")
    func transient() async {
        #expect(await run(3, failing: 0) == (1, 1, []))
        #expect(await run(3, failing: 2) == (3, 3, [1, 2]))
        #expect(await run(2, failing: 9) == (nil, 3, [1, 2]))
        #expect(await run(0, failing: 1) == (nil, 1, []))
    }

    @Test("A permanent failure, or an error between attempts, ends them")
    func permanent() async {
        #expect(await run(3, failing: 1, isTransient: false) == (nil, 1, []))
        #expect(await run(3, failing: 1, endsAtPause: true) == (nil, 1, [1]))
    }
}

extension Result {
    fileprivate var value: Success? { if case .success(let value) = self { value } else { nil } }
}
