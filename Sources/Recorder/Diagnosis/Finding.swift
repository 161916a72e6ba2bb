public import EngineLink

/// The result for one requirement of recordings.
public struct Finding: Sendable {
    /// The condition of a part.
    public enum State: String, Sendable {
        /// The part works.
        case ok
        /// The part is not installed.
        case missing
        /// The part is installed but does not work.
        case broken
        /// The part could not be tested because another part is missing.
        case untried
        /// The part works, but Debian has a newer version.
        case outdated
    }

    /// The part's name, such as `sandbox`.
    public let part: String
    /// Its condition.
    public let state: State
    /// Whether default recordings need it.
    public let isNeeded: Bool
    /// The finding, or the problem and what to do, for the user.
    public let detail: String
    /// Debian packages to install.
    public let packages: [String]
    /// The result of each source of time, for the page's clock.
    public let sources: [SourceVerdict]
    /// The versions of the part's libraries.
    public let libraries: [InstalledLibrary]

    init(
        _ part: String, _ state: State, isNeeded: Bool = true, _ detail: String, packages: [String] = [],
        sources: [SourceVerdict] = [], libraries: [InstalledLibrary] = []
    ) {
        self.part = part
        self.state = state
        self.isNeeded = isNeeded
        self.detail = detail
        self.packages = packages
        self.sources = sources
        self.libraries = libraries
    }

    /// Whether default recordings fail because of it.
    public var prevents: Bool { isNeeded && !works }

    /// Whether the part works.
    public var works: Bool { state == .ok || state == .outdated }
}

/// A library that handles what pages and media files contain, with its Debian package.
public struct InstalledLibrary: Sendable, Equatable {
    /// The library's name, such as `libsoup`.
    public let name: String
    /// Its version, as the running library reports it.
    public let version: String
    /// The Debian package of the library's file; `nil` if no package has it, as on other systems.
    public let package: String?
    /// The package's version.
    public let packageVersion: String?
    /// The newest version that apt knows for this release; `nil` without apt or its package lists.
    public let newest: String?
    /// Whether the newest version is newer than the installed one.
    public let isOutdated: Bool
}
