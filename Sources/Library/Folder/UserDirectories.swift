import Glibc

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
