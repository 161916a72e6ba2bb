import FoundationEssentials

/// The folder for recordings without an explicit output.
package struct LibraryFolder: Sendable, Hashable {
    /// The path; the folder may not exist yet.
    package let path: String

    /// Creates a reference to a folder.
    package init(path: String) {
        self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// Locates the user's library: PAGEREEL_LIBRARY, or `pagereel` in the folder for videos.
    ///
    /// - Parameter environment: The process's environment.
    package init(environment: [String: String]) {
        if let named = environment["PAGEREEL_LIBRARY"], !named.isEmpty {
            self.init(path: named)
        } else {
            self.init(path: Self.videos(environment) + "/pagereel")
        }
    }

    /// The user's folder for videos according to xdg-user-dirs (default: `~/Videos`).
    private static func videos(_ environment: [String: String]) -> String {
        let home = UserDirectories.home(environment)
        let file = FileManager.default.contents(atPath: "\(UserDirectories.settings(environment))/user-dirs.dirs")
        return file.flatMap { UserDirectories(String(decoding: $0, as: UTF8.self), home: home).videos }
            ?? "\(home)/Videos"
    }
}
