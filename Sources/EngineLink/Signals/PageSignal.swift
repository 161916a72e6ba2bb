private import CGIO
internal import Frames
private import Notation

/// A signal that a page sends to the recorder.
public enum PageSignal: Sendable, Hashable, Codable {
    /// Start the recording.
    case start
    /// Stop the recording and finish the file.
    case stop
    /// Stop the recording and discard it.
    case cancel
    /// Pause the recording.
    case pause
    /// Resume the recording.
    case resume
    /// Start a chapter.
    case mark(name: String)
    /// Show a text for some time, as a subtitle.
    case caption(text: String, duration: Duration)

    /// The longest name of a mark, in Unicode scalars.
    ///
    /// A page may send anything, including a single character of a million scalars.
    package static let longestName = 500

    /// The words of all signals.
    public static let words = ["start", "stop", "cancel", "pause", "resume", "mark", "caption"]

    /// The signal's word, as in `pagereel://start`.
    public var word: String {
        switch self {
        case .start: "start"
        case .stop: "stop"
        case .cancel: "cancel"
        case .pause: "pause"
        case .resume: "resume"
        case .mark: "mark"
        case .caption: "caption"
        }
    }

    /// The chapter's name, for a mark.
    public var name: String? {
        if case .mark(let name) = self { name } else { nil }
    }

    /// The longest time for which a caption is shown.
    package static let longestCaption = Duration.seconds(3600)

    /// Creates a signal from its word and what belongs to it.
    ///
    /// - Parameters:
    ///   - word: The word.
    ///   - name: The name of a mark.
    ///   - text: The text of a caption.
    ///   - duration: How long a caption is shown: seconds, or a time such as `2.5s`.
    /// - Returns: `nil` for an unknown word, or a caption without a text or a length.
    public init?(word: String, name: String? = nil, text: String? = nil, duration: String? = nil) {
        switch word {
        case "start": self = .start
        case "stop": self = .stop
        case "cancel": self = .cancel
        case "pause": self = .pause
        case "resume": self = .resume
        case "mark":
            self = .mark(name: Self.chapterName(name ?? ""))
        case "caption":
            let text = Self.captionText(text ?? "")
            guard let length = duration.flatMap({ Duration(text: $0) }), length > .zero, length <= Self.longestCaption,
                text.contains(where: { !$0.isWhitespace })
            else { return nil }
            self = .caption(text: text, duration: length)
        default: return nil
        }
    }

    /// A caption's text in its lines, truncated and cleaned.
    static func captionText(_ text: String) -> String {
        ForeignText.lines(String(String.UnicodeScalarView(text.unicodeScalars.prefix(longestName))))
    }

    /// A mark's name in one line, truncated and cleaned.
    static func chapterName(_ text: String) -> String { ForeignText.line(text, upTo: longestName) }

    /// Parses an address in the recorder's scheme, such as `pagereel://mark?name=Results`.
    ///
    /// The case of scheme and word, extra slashes and the fragment are ignored.
    package init?(address: String) {
        let parts = address.prefix { $0 != "#" }.split(separator: "?", maxSplits: 1)
        guard let location = parts.first?.lowercased(), location.hasPrefix(Self.scheme + ":") else { return nil }
        let word = location.dropFirst(Self.scheme.count + 1).split(separator: "/").first ?? ""
        func value(_ key: String) -> String? { parts.count == 2 ? Self.value(of: key, inQuery: parts[1]) : nil }
        self.init(word: String(word), name: value("name"), text: value("text"), duration: value("duration"))
    }

    /// The recorder's URI scheme.
    package static let scheme = "pagereel"

    /// The value of a key, decoded as form data (WHATWG URL Standard, section 5.1).
    ///
    /// Plus signs are spaces, and percent escapes are UTF-8.
    private static func value(of key: String, inQuery query: Substring) -> String? {
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, parts[0] == key else { continue }
            let spaced = parts[1].map { $0 == "+" ? " " : $0 }
            guard let decoded = unsafe g_uri_unescape_string(String(spaced), nil) else { return String(spaced) }
            defer { unsafe g_free(decoded) }
            return unsafe String(cString: decoded)
        }
        return nil
    }
}
