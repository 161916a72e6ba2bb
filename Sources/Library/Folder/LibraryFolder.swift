import FoundationEssentials
import Glibc

/// The folder of recordings that nobody gave a name.
package struct LibraryFolder: Sendable, Hashable {
    /// Where it is; it need not be there yet.
    package let path: String

    /// Names a folder.
    package init(path: String) {
        self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// The user's: what PAGEREEL_LIBRARY names, or `pagereel` in the folder
    /// for videos.
    ///
    /// - Parameter environment: The process's environment.
    package init(environment: [String: String]) {
        if let named = environment["PAGEREEL_LIBRARY"], !named.isEmpty {
            self.init(path: named)
        } else {
            self.init(path: Self.videos(environment) + "/pagereel")
        }
    }

    /// The user's folder for videos as xdg-user-dirs has it, `~/Videos`
    /// without.
    private static func videos(_ environment: [String: String]) -> String {
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? homeOfUser
        // A relative path is to be passed over (XDG Base Directory, 0.8).
        let settings = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/.config"
        let file = FileManager.default.contents(atPath: "\(settings)/user-dirs.dirs")
        return file.flatMap { UserDirectories(String(decoding: $0, as: UTF8.self), home: home).videos }
            ?? "\(home)/Videos"
    }

    /// What the system has as the user's home, which cron's environment may
    /// not say.
    private static var homeOfUser: String {
        guard let entry = getpwuid(geteuid()), let home = entry.pointee.pw_dir else { return "/" }
        return String(cString: home)
    }
}
