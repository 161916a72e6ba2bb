internal import EngineLink
internal import Frames
internal import PageRenderer

/// Tests the requirements of pages on this machine, for a diagnosis.
@MainActor
struct EngineProbes {
    private let cache: VerdictCache

    /// Prepares to answer.
    init(_ cache: VerdictCache) { self.cache = cache }

    /// Answers a probe that needs neither a display nor another thread.
    ///
    /// - Returns: `nil` if the probe needs one.
    static func answerAtOnce(_ probe: EngineProbe) -> ProbeAnswer? {
        do throws(PageError) {
            switch probe {
            case .confine: try PageProbe.confine()
            case .findClockLibrary: _ = try PageProbe.findClockLibrary()
            case .readVersions: return .versions(PageProbe.libraryVersions)
            case .show, .testClock: return nil
            }
            return .works
        } catch {
            return .failed(error)
        }
    }

    /// Answers a probe.
    func answer(_ probe: EngineProbe) async -> ProbeAnswer {
        if let answer = Self.answerAtOnce(probe) { return answer }
        do throws(PageError) {
            switch probe {
            case .confine, .findClockLibrary, .readVersions:
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
