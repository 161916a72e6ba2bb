private import Notation

/// A line of a page's console, or an error of the page.
public struct ConsoleLine: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The kind of line: the console function, such as `log`, or `uncaught error`, `unhandled
    /// rejection`, `cannot load`, `cannot play`.
    public let kind: String
    /// The text of the line.
    public let text: String

    /// Whether the line reports an error of the page, such as an uncaught exception or a missing file.
    ///
    /// Logged messages do not count as errors.
    public var isPageError: Bool { isScriptError || ["cannot load", "cannot play"].contains(kind) }

    /// Whether a script of the page has failed.
    package var isScriptError: Bool { ["uncaught error", "unhandled rejection"].contains(kind) }

    /// Whether another warning names the file: one that the page could not play.
    package var isOtherwiseReported: Bool { kind == "cannot play" }

    /// The line as text: `log: hello`.
    public var description: String { "\(kind): \(text)" }

    /// The line with cleaned text, which may have several lines.
    var cleaned: ConsoleLine { ConsoleLine(kind: ForeignText.line(kind), text: ForeignText.lines(text)) }

    private init(kind: String, text: String) { (self.kind, self.text) = (kind, text) }

    /// Parses a line that a page's script posts: the kind, a colon, a space and the text.
    package init(_ line: String) {
        let parts = line.split(separator: ": ", maxSplits: 1, omittingEmptySubsequences: false)
        kind = parts.count == 2 ? String(parts[0]) : "log"
        text = String(parts.last ?? "")
    }
}

/// A line of a page's console, with its time.
public struct TimedConsoleLine: Sendable, Codable, CustomStringConvertible {
    /// Time since the page began to arrive.
    public let pageTime: Duration
    /// The line.
    public let line: ConsoleLine

    /// Describes a line.
    package init(_ line: ConsoleLine, at pageTime: Duration) {
        self.line = line
        self.pageTime = pageTime
    }

    /// The line as text: `log: hello`.
    public var description: String { line.description }
}
