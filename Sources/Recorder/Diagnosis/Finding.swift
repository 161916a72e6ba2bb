public import EngineLink

/// What was found out about one part of what recordings need.
public struct Finding: Sendable {
    /// How a part is.
    public enum State: String, Sendable {
        case ok
        /// It is not installed.
        case missing
        /// It is there and does not do what it shall.
        case broken
        /// It could not be tried, as it needs another part.
        case untried
    }

    /// The part's name, such as `sandbox`.
    public let part: String
    /// How it is.
    public let state: State
    /// Whether recordings with every default need it.
    public let isNeeded: Bool
    /// What was found, or what is wrong and what to do, for a person.
    public let detail: String
    /// Debian packages that would fill the gap.
    public let packages: [String]
    /// How each source of time did, for the page's clock.
    public let sources: [SourceVerdict]

    init(
        _ part: String, _ state: State, isNeeded: Bool = true, _ detail: String, packages: [String] = [],
        sources: [SourceVerdict] = []
    ) {
        self.part = part
        self.state = state
        self.isNeeded = isNeeded
        self.detail = detail
        self.packages = packages
        self.sources = sources
    }

    /// Whether recordings with every default fail for it.
    public var prevents: Bool { isNeeded && state != .ok }
}
