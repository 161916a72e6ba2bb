/// Whether pictures that are made in one way show what they are to show at their times, on the engine that is here.
public struct EngineVerdict: Sendable, Codable {
    /// Why a self-test came to no pictures.
    public enum Failure: String, Sendable, Codable {
        /// The page works without an end, so that its time cannot go on.
        case restless
        /// The page lives in real time.
        case unpreloaded
        /// The page did not start.
        case neverStarted
        /// The page's process crashed, or did not load the page.
        case crashed
        /// The machine was too slow to tell.
        case tooSlow
    }

    /// How each source of time did; nothing after a failure.
    public let sources: [SourceVerdict]
    /// Why there were no pictures.
    public let failure: Failure?
    /// Whether each picture is that of the frame before.
    public let isLate: Bool

    /// Describes a result.
    package init(sources: [SourceVerdict], failure: Failure?, isLate: Bool) {
        self.sources = sources
        self.failure = failure
        self.isLate = isLate
    }

    /// Whether everything is right in every frame.
    public var isExact: Bool { failure == nil && sources.allSatisfy(\.isExact) }

    /// Whether another self-test would come to the same.
    package var isCertain: Bool { failure != .tooSlow }

    /// What is wrong, to stand after a colon and without a full stop; `nil` if nothing is.
    public var fault: String? {
        switch failure {
        case .restless: return "the page does not come to rest, so that its time cannot go on"
        case .unpreloaded: return "the page's process does not load libPageClock.so and lives in real time"
        case .neverStarted: return "the page does not start"
        case .crashed: return "the page's process crashes"
        case .tooSlow: return "the machine is too slow to tell whether it is exact"
        case nil: break
        }
        if isLate { return "each picture shows the frame before its own" }
        let wrong = sources.filter { !$0.isExact }
        guard let first = wrong.first else { return nil }
        if wrong.map(\.source) == [.mark] { return "what does not change is lost from pictures (\(first.fault ?? ""))" }
        let names = wrong.map { "\($0.source.rawValue) in \($0.frames - $0.exact) of \($0.frames)" }
        return "wrong frames of \(names.joined(separator: ", ")) (\(first.source.rawValue): \(first.fault ?? ""))"
    }

    /// How many frames are exact of each source: `script 10/10, date 10/10`.
    public var numbers: String {
        sources.map { "\($0.source.rawValue) \($0.exact)/\($0.frames)" }.joined(separator: ", ")
    }
}
