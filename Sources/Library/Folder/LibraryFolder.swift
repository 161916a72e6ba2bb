private import Files
import FoundationEssentials
private import Glibc

/// The folder for recordings without an explicit output.
package struct LibraryFolder: Sendable, Hashable {
    /// The path; the folder may not exist yet.
    package let path: String
    /// The home folder that contains it by default; `nil` if somebody chose the library's folder.
    private let home: String?

    /// Creates a reference to a folder that somebody chose.
    package init(path: String) { self.init(path, home: nil) }

    private init(_ path: String, home: String?) {
        self.home = home
        self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// Locates the user's library: PAGEREEL_LIBRARY, or `pagereel` in the folder for videos.
    ///
    /// - Parameter environment: The process's environment.
    package init(environment: [String: String]) {
        if let named = environment["PAGEREEL_LIBRARY"], !named.isEmpty {
            self.init(path: named)
        } else {
            self.init(Self.videos(environment) + "/pagereel", home: UserDirectories.home(environment))
        }
    }

    /// Requires the home folder of a library that is there by default.
    ///
    /// A system user's home folder, such as `/nonexistent`, must not come into being: other users without a home would
    /// then have that folder as theirs.
    ///
    /// - Throws: ``LibraryError/Code/notMade``.
    package func requireHome() throws(LibraryError) {
        guard let home, unsafe access(home, F_OK) != 0, errno == ENOENT, path.hasPrefix(home + "/") else { return }
        throw LibraryError(
            .notMade,
            "The library would be \(path), but there is no home folder \(home). Name the library's folder with "
                + "--library or PAGEREEL_LIBRARY, or the video with -o.")
    }

    /// The user's folder for videos according to xdg-user-dirs (default: `~/Videos`).
    private static func videos(_ environment: [String: String]) -> String {
        let home = UserDirectories.home(environment)
        let file = FileManager.default.contents(atPath: "\(UserDirectories.settings(environment))/user-dirs.dirs")
        return file.flatMap { UserDirectories(String(decoding: $0, as: UTF8.self), home: home).videos }
            ?? "\(home)/Videos"
    }
}
