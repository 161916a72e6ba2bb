import EngineLink
import Testing

@testable import pagereel_engine

@Suite("Repetition of self-tests") @MainActor
struct SelfTestTests {
    private nonisolated static let exact = EngineVerdict(sources: [], failure: nil, isLate: false)
    private nonisolated static let crashed = EngineVerdict(sources: [], failure: .crashed, isLate: false)
    private nonisolated static let slow = EngineVerdict(sources: [], failure: .tooSlow, isLate: false)
    private nonisolated static let wrong = EngineVerdict(
        sources: [SourceVerdict(.timers, exact: 8, frames: 10, fault: "frame 2")], failure: nil, isLate: false)

    /// What counts after trials with these results, and how many were made.
    private func settle(
        _ results: [EngineVerdict], within patience: Duration = .seconds(3600)
    ) async throws -> (verdict: EngineVerdict, trials: Int) {
        var trials = 0
        let verdict = try await SelfTest.settled(within: patience) { () async throws(PageError) in
            defer { trials += 1 }
            return results[min(trials, results.count - 1)]
        }
        return (verdict, trials)
    }

    @Test("An exact clock needs one trial")
    func exact() async throws {
        let settled = try await settle([Self.exact, Self.wrong])
        #expect(settled.verdict.isExact && settled.trials == 1)
    }

    @Test("A fault counts only if a second trial has one too", arguments: [wrong, crashed])
    func fault(first: EngineVerdict) async throws {
        let once = try await settle([first, Self.exact])
        #expect(once.verdict.isExact && once.trials == 2)
        let twice = try await settle([first, Self.slow, Self.wrong])
        #expect(twice.verdict.sources.first?.source == .timers && twice.trials == 3)
    }

    @Test("Trials that were too slow are repeated until patience ends")
    func slow() async throws {
        let later = try await settle([Self.slow, Self.slow, Self.exact])
        #expect(later.verdict.isExact && later.trials == 3)
        let never = try await settle([Self.slow], within: .zero)
        #expect(never.verdict.failure == .tooSlow && never.trials == 1)
    }
}
