package import Decoder

/// Inspects the source files of a timeline.
package protocol SourceProbe {
    /// The contents of a file.
    ///
    /// - Throws: An error whose description says why the file cannot be used.
    func contents(of path: String) throws -> MediaContents
}

/// Inspects files with libav, each file once.
package final class FileProbe: SourceProbe {
    private var known: [String: MediaContents] = [:]

    /// Creates a probe with an empty cache.
    package init() {}

    /// The contents of a file.
    ///
    /// - Throws: `FileError` with `unreadableInput`.
    package func contents(of path: String) throws -> MediaContents {
        if let contents = known[path] { return contents }
        let contents = try MediaContents(of: path)
        known[path] = contents
        return contents
    }
}
