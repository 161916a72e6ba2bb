private import CGIO

/// What a page can tell the recorder.
public enum PageSignal: Sendable, Hashable, Codable {
    /// Begin the recording.
    case start
    /// End the recording and finish the file.
    case stop
    /// End the recording and write nothing.
    case cancel
    /// Leave what follows out of the video.
    case pause
    /// Take the video up again.
    case resume
    /// Begin a chapter of this name.
    case mark(name: String)

    /// The most Unicode scalars of a mark's name that are kept; a page may
    /// send anything, a single character of a million scalars included.
    package static let longestName = 500

    /// Every signal's word.
    public static let words = ["start", "stop", "cancel", "pause", "resume", "mark"]

    /// The signal's word, as in `pagereel://start`.
    public var word: String {
        switch self {
        case .start: "start"
        case .stop: "stop"
        case .cancel: "cancel"
        case .pause: "pause"
        case .resume: "resume"
        case .mark: "mark"
        }
    }

    /// The chapter's name, for a mark.
    public var name: String? {
        if case .mark(let name) = self { name } else { nil }
    }

    /// Reads a word and, for a mark, its name.
    public init?(word: String, name: String? = nil) {
        switch word {
        case "start": self = .start
        case "stop": self = .stop
        case "cancel": self = .cancel
        case "pause": self = .pause
        case "resume": self = .resume
        case "mark":
            self = .mark(name: Self.chapterName(name ?? ""))
        default: return nil
        }
    }

    /// A mark's name as it is kept: cut, and with a space for each control
    /// character, which would drive the terminal of whoever prints the video's
    /// chapters.
    private static func chapterName(_ text: String) -> String {
        let scalars = text.unicodeScalars.prefix(longestName)
        return String(String.UnicodeScalarView(scalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    }

    /// Reads an address of the recorder's own scheme, such as
    /// `pagereel://mark?name=Results`.
    ///
    /// The scheme's case, the case of the word, slashes around it and a
    /// fragment do not matter.
    package init?(address: String) {
        let parts = address.prefix { $0 != "#" }.split(separator: "?", maxSplits: 1)
        guard let location = parts.first?.lowercased(), location.hasPrefix(Self.scheme + ":") else { return nil }
        let word = location.dropFirst(Self.scheme.count + 1).split(separator: "/").first ?? ""
        self.init(word: String(word), name: parts.count == 2 ? Self.name(inQuery: parts[1]) : nil)
    }

    /// The recorder's own URI scheme.
    package static let scheme = "pagereel"

    /// The value of `name`, decoded as a form's data (WHATWG URL, 5.1):
    /// plus signs are spaces, percent escapes are UTF-8.
    private static func name(inQuery query: Substring) -> String? {
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, parts[0] == "name" else { continue }
            let spaced = parts[1].map { $0 == "+" ? " " : $0 }
            guard let decoded = g_uri_unescape_string(String(spaced), nil) else { return String(spaced) }
            defer { g_free(decoded) }
            return String(cString: decoded)
        }
        return nil
    }
}
