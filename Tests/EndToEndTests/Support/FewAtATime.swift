import Foundation
import Testing

/// Lets only a few tests of a suite run at a time.
struct FewAtATime: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        await Places.shared.take()
        let began = ContinuousClock.now
        let result: Result<Void, any Error>
        do { result = .success(try await function()) } catch { result = .failure(error) }
        TestTimes.note(test, began.duration(to: .now))
        await Places.shared.giveBack()
        try result.get()
    }

    /// The slots for running tests.
    private actor Places {
        static let shared = Places()

        // A recording waits for its processes half of the time.
        private var free = 2 * ProcessInfo.processInfo.activeProcessorCount
        private var waiting: [CheckedContinuation<Void, Never>] = []

        func take() async {
            guard free == 0 else {
                free -= 1
                return
            }
            await withCheckedContinuation { waiting.append($0) }
        }

        func giveBack() {
            if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
        }
    }
}

extension Trait where Self == FewAtATime {
    /// Lets only a few tests of the suite run at a time.
    static var few: Self { FewAtATime() }
}
