import Files
import FoundationEssentials
import Glibc

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

/// Operations on the library's files.
extension LibraryFolder {
    /// Checks that a file is one of the library's videos.
    ///
    /// - Returns: The path of the file.
    /// - Throws: ``LibraryError`` for a file elsewhere or a missing file.
    package func requireOwn(_ path: String) throws(LibraryError) -> String {
        let name = String(path.fileName)
        guard let place = path.parentPath.canonicalPath, place == self.path.canonicalPath, Self.isVideo(name) else {
            throw LibraryError(.usage, "\(path) is no recording in \(self.path); only those are removed.")
        }
        guard unsafe access(path, F_OK) == 0 else { throw LibraryError(.notFound, "There is no file \(path).") }
        return self.path(of: name)
    }

    /// Removes a file.
    package static func remove(_ path: String) throws(LibraryError) {
        guard unsafe unlink(path) == 0 else {
            throw LibraryError(.notRemoved, "\(path) cannot be removed: \(SystemError.last.text).")
        }
    }

    /// Creates the folder and its parents, unless they exist.
    func make() throws(LibraryError) {
        try requireHome()
        var slash = path.startIndex
        while slash < path.endIndex {
            slash = path[path.index(after: slash)...].firstIndex(of: "/") ?? path.endIndex
            guard unsafe mkdir(String(path[..<slash]), 0o777) == 0 || errno == EEXIST else {
                throw LibraryError(
                    .notMade, "The folder \(path) cannot be made: \(SystemError.last.text).")
            }
        }
    }
}

/// The user's directories, and those of the file user-dirs.dirs, which xdg-user-dirs writes.
package struct UserDirectories {
    /// Returns the home directory; cron may not set HOME.
    package static func home(_ environment: [String: String]) -> String {
        if let home = absolute(environment["HOME"]) { return home }
        guard let entry = unsafe getpwuid(geteuid()), let home = unsafe entry.pointee.pw_dir else { return "/" }
        return unsafe String(cString: home)
    }

    /// Returns the directory for configuration files.
    package static func settings(_ environment: [String: String]) -> String {
        absolute(environment["XDG_CONFIG_HOME"]) ?? "\(home(environment))/.config"
    }

    /// Ignores a relative path (XDG Base Directory Specification 0.8).
    private static func absolute(_ path: String?) -> String? { path?.hasPrefix("/") == true ? path : nil }

    /// The folder for videos; `nil` if the file does not set it.
    let videos: String?

    /// Parses the file.
    ///
    /// - Parameters:
    ///   - text: Lines like `XDG_VIDEOS_DIR="$HOME/Videos"`; the last line of a name wins.
    ///   - home: The value of `$HOME`.
    init(_ text: String, home: String) {
        videos =
            text.split(whereSeparator: \.isNewline).reversed().lazy.compactMap { line in
                Self.value(of: "XDG_VIDEOS_DIR", in: line, home: home)
            }.first
    }

    /// Parses a value: a quoted path, absolute or in `$HOME`, with backslash escapes (user-dirs.dirs(5)).
    private static func value(of name: String, in line: Substring, home: String) -> String? {
        var rest = line.drop(while: \.isWhitespace)
        guard rest.hasPrefix(name) else { return nil }
        rest = rest.dropFirst(name.count).drop(while: \.isWhitespace)
        guard rest.popFirst() == "=" else { return nil }
        rest = rest.drop(while: \.isWhitespace)
        guard rest.popFirst() == "\"" else { return nil }
        var path = ""
        if rest.hasPrefix("$HOME") {
            rest = rest.dropFirst("$HOME".count)
            guard rest.first == "/" || rest.first == "\"" else { return nil }
            path = home
        } else if rest.first != "/" {
            return nil
        }
        while let next = rest.popFirst(), next != "\"" {
            if next == "\\" {
                guard let escaped = rest.popFirst() else { break }
                path.append(escaped)
            } else {
                path.append(next)
            }
        }
        while path.count > 1 && path.hasSuffix("/") { path.removeLast() }
        return path
    }
}

/// Why something cannot be done with the library's recordings.
package struct LibraryError: Error, CustomStringConvertible {
    /// The kind of failure, which determines the exit status.
    package enum Code: Sendable {
        /// The recording or the folder does not exist or cannot be read.
        case notFound
        /// The request is ambiguous or not allowed.
        case usage
        /// A required program is not installed.
        case missingComponent
        /// The folder could not be created.
        case notMade
        /// A file could not be removed.
        case notRemoved
    }

    /// The kind of failure.
    package let code: Code
    /// What failed, why, and what to do.
    package let description: String

    /// Describes a failure.
    package init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
