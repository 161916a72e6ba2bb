/// A line of a page's console, or something that the page failed at.
public struct ConsoleLine: Sendable, Hashable, Codable, CustomStringConvertible {
    /// What kind of line it is: the console's function, such as `log`, or
    /// `uncaught error`, `unhandled rejection`, `cannot load`.
    public let kind: String
    /// What it says.
    public let text: String

    /// Whether the page failed at something: an error that nobody caught, or
    /// a file that is not there.
    ///
    /// What a page merely logs is none.
    public var isPageError: Bool { ["uncaught error", "unhandled rejection", "cannot load"].contains(kind) }

    /// The line as a person reads it: `log: hello`.
    public var description: String { "\(kind): \(text)" }

    /// Reads what a page's script posts: the kind, a colon and a space, and
    /// the text.
    package init(_ line: String) {
        let parts = line.split(separator: ": ", maxSplits: 1, omittingEmptySubsequences: false)
        kind = parts.count == 2 ? String(parts[0]) : "log"
        text = String(parts.last ?? "")
    }
}
