private import CGIO
internal import Files
private import Glibc

/// The address of a local file, parsed so that nobody can understand it differently.
///
/// WebKit ignores the host of such an address, decodes its path once, also `%2F`, ends it at a NUL
/// byte, removes `.` and `..` that appear then, and opens what remains (`URL::fileSystemPath()`,
/// `g_file_new_for_path()`). GLib's `g_filename_from_uri()` refuses some of these addresses and has
/// other files for others. So an address has a path here only if all readings agree.
struct FileURL {
    /// The absolute, decoded path; symbolic links and `..` are not resolved.
    let path: String
    /// The query and the fragment, with their first character.
    let suffix: Substring

    /// Parses `file:///folder/page.html`, also without the two slashes of the host, or with the host `localhost`.
    ///
    /// - Returns: `nil` for another scheme or host, a path that is not absolute, an escaped slash or
    ///   NUL byte, an invalid escape, control characters, backslashes, which the URL Standard takes
    ///   for slashes, and a path that is not UTF-8.
    init?(_ text: String) {
        let end = text.firstIndex { $0 == "?" || $0 == "#" } ?? text.endIndex
        guard let colon = text.firstIndex(of: ":"), colon < end, text[..<colon].lowercased() == "file",
            let path = Self.localPart(of: text[text.index(after: colon)..<end]),
            !path.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7f || $0 == "\\" }),
            let decoded = unsafe g_uri_unescape_string(String(path), "/")
        else { return nil }
        defer { unsafe g_free(decoded) }
        guard let decodedPath = unsafe String(validatingCString: decoded) else { return nil }
        self.path = decodedPath
        suffix = text[end...]
    }

    /// The path of `///folder/page.html`, `/folder/page.html` or `//localhost/folder/page.html`.
    private static func localPart(of rest: Substring) -> Substring? {
        guard rest.hasPrefix("//") else { return rest.hasPrefix("/") ? rest : nil }
        let authority = rest.dropFirst(2)
        guard let slash = authority.firstIndex(of: "/"), ["", "localhost"].contains(authority[..<slash].lowercased())
        else { return nil }
        return authority[slash...]
    }

    /// Whether the file is in a folder or below it, when symbolic links are followed.
    ///
    /// A file that does not exist is where its folder is. What cannot be resolved otherwise is outside.
    ///
    /// - Parameter folder: The absolute path of the folder, without symbolic links.
    func isInside(_ folder: String) -> Bool {
        // As bytes: strings that look alike can be the names of different files.
        let folder = Array((folder.hasSuffix("/") ? folder : folder + "/").utf8)
        return resolvedPath.map { $0.utf8.starts(with: folder) } ?? false
    }

    /// The path without symbolic links, also of a file that does not exist.
    private var resolvedPath: String? {
        // As GFile does it, so that `page.html/.` is a file here too.
        guard let canonical = unsafe g_canonicalize_filename(path, "/") else { return nil }
        defer { unsafe g_free(canonical) }
        var existing = unsafe String(cString: canonical)
        var missing = ""
        while true {
            if let resolved = existing.canonicalPath { return resolved + missing }
            var status = stat()
            // A symbolic link that leads nowhere exists.
            guard unsafe lstat(existing, &status) != 0, errno == ENOENT else { return nil }
            missing = "/" + existing.fileName + missing
            existing = existing.parentPath
        }
    }
}
