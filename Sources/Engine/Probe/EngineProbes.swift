internal import EngineLink
internal import Frames
internal import PageSampler

/// Tries out what pages need of this machine, for a diagnosis.
@MainActor
struct EngineProbes {
    private let cache: VerdictCache

    /// Prepares to try.
    init(_ cache: VerdictCache) { self.cache = cache }

    /// Tries something.
    func answer(_ probe: EngineProbe) async -> ProbeAnswer {
        do throws(PageError) {
            switch probe {
            case .confine:
                try PageProbe.confine()
                return .works
            case .findClockLibrary:
                _ = try PageProbe.findClockLibrary()
                return .works
            case .show(let file, let color, let isConfined, let question, let patience):
                let (isDrawn, answer) = try await PageProbe.show(
                    file, color: color, isConfined: isConfined, asking: question, patience: patience)
                return .shown(isDrawn: isDrawn, answer: answer)
            case .testClock(let variant, let options):
                return .verdict(try await SelfTest(for: options, cache: cache).verdict(on: variant, isNew: true))
            }
        } catch {
            return .failed(error)
        }
    }
}
