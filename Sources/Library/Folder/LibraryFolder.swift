import FoundationEssentials
import Glibc

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
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? homeOfUser
        // Relative paths must be ignored (XDG Base Directory Specification 0.8).
        let settings = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/.config"
        let file = FileManager.default.contents(atPath: "\(settings)/user-dirs.dirs")
        return file.flatMap { UserDirectories(String(decoding: $0, as: UTF8.self), home: home).videos }
            ?? "\(home)/Videos"
    }

    /// The home directory from the user database; cron may not set HOME.
    private static var homeOfUser: String {
        guard let entry = unsafe getpwuid(geteuid()), let home = unsafe entry.pointee.pw_dir else { return "/" }
        return unsafe String(cString: home)
    }
}
