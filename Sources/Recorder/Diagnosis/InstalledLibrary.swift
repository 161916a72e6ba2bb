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
