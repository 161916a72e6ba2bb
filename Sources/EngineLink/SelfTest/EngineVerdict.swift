/// The result of the virtual clock's self-test with one engine variant.
public struct EngineVerdict: Sendable, Codable {
    /// The reason why a self-test produced no pictures.
    public enum Failure: String, Sendable, Codable {
        /// The page never became idle, so that virtual time could not advance.
        case restless
        /// The page runs in real time, because the clock library was not preloaded.
        case unpreloaded
        /// The page did not start.
        case neverStarted
        /// The page's process crashed or did not load the page.
        case crashed
        /// The machine was too slow for a result.
        case tooSlow
    }

    /// The result of each source of time; empty after a failure.
    public let sources: [SourceVerdict]
    /// The reason of a failure; `nil` if pictures were taken.
    public let failure: Failure?
    /// Whether each picture shows the previous frame.
    public let isLate: Bool

    /// Creates a result.
    package init(sources: [SourceVerdict], failure: Failure?, isLate: Bool) {
        self.sources = sources
        self.failure = failure
        self.isLate = isLate
    }

    /// Whether every source is exact in every frame.
    public var isExact: Bool { failure == nil && sources.allSatisfy(\.isExact) }

    /// Whether repeating the self-test would give the same result.
    package var isCertain: Bool { failure != .tooSlow }

    /// The fault, to follow a colon, without a final period; `nil` if the clock is exact.
    public var fault: String? {
        switch failure {
        case .restless: return "the page does not come to rest, so that its time cannot go on"
        case .unpreloaded: return "the page's process does not load libPageProcess.so and lives in real time"
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

    /// The number of exact frames of each source: `script 10/10, date 10/10`.
    public var numbers: String {
        sources.map { "\($0.source.rawValue) \($0.exact)/\($0.frames)" }.joined(separator: ", ")
    }
}

/// The self-test's result for one source of time.
public struct SourceVerdict: Sendable, Codable {
    /// The source of time.
    public let source: ClockSource
    /// The number of frames that show the correct time.
    public let exact: Int
    /// The number of frames checked.
    public let frames: Int
    /// The first wrong frame, as a part of a sentence; `nil` if all are right.
    public let fault: String?

    /// Whether every frame is exact.
    public var isExact: Bool { exact == frames }

    /// Creates a result.
    package init(_ source: ClockSource, exact: Int, frames: Int, fault: String?) {
        self.source = source
        self.exact = exact
        self.frames = frames
        self.fault = fault
    }
}

/// A source of time on the self-test's page, or a static mark.
public enum ClockSource: String, Sendable, Codable, CaseIterable {
    /// `performance.now()` in a script.
    case script
    /// `Date.now()` in a script.
    case date
    /// The time stamp of `requestAnimationFrame`.
    case frame
    /// A chain of timers.
    case timers
    /// The clock and the timers of a worker.
    case worker
    /// A CSS animation of `transform`, which the compositor runs on layers.
    case transform
    /// A CSS animation of `left`, which requires layout and painting.
    case left
    /// A code that is painted once and must be in every picture.
    case mark
}

/// A rendering configuration of an engine; each is tested separately.
package struct EngineVariant: Sendable, Hashable, Codable {
    /// The rendering: painted or composited.
    package let rendering: PageOptions.Rendering
    /// Whether pictures have transparency.
    package let isTransparent: Bool

    /// Creates a variant.
    package init(rendering: PageOptions.Rendering, isTransparent: Bool) {
        self.rendering = rendering
        self.isTransparent = isTransparent
    }

    /// The variants of recordings with default rendering: painted without transparency, composited with it.
    package static let allCases = [
        EngineVariant(rendering: .painted, isTransparent: false),
        EngineVariant(rendering: .composited, isTransparent: false),
        EngineVariant(rendering: .composited, isTransparent: true),
    ]

    /// The name, for messages and file names.
    package var name: String { isTransparent ? "\(rendering.rawValue) with transparency" : rendering.rawValue }
}
