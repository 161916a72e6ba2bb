/// The file that says where a user's folders are, as xdg-user-dirs writes it.
struct UserDirectories {
    /// The folder for videos, if the file names one.
    let videos: String?

    /// Reads the file.
    ///
    /// - Parameters:
    ///   - text: Lines like `XDG_VIDEOS_DIR="$HOME/Videos"`; the last of a
    ///     name counts.
    ///   - home: What stands for `$HOME`.
    init(_ text: String, home: String) {
        videos =
            text.split(whereSeparator: \.isNewline).reversed().lazy.compactMap { line in
                Self.value(of: "XDG_VIDEOS_DIR", in: line, home: home)
            }.first
    }

    /// A value is a path in `$HOME` or an absolute one, in quotes, with
    /// backslashes before what would end it (user-dirs.dirs(5)).
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
