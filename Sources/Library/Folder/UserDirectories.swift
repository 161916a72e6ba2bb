/// The file user-dirs.dirs, which xdg-user-dirs writes.
struct UserDirectories {
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
