internal import Frames

/// The moment at which a picture of a page is taken.
public enum PictureMoment: Sendable, Hashable, Codable, CustomStringConvertible {
    /// A time since the page began to arrive.
    case time(Duration)
    /// The first occurrence of a signal.
    ///
    /// - Parameter name: A mark's name (default: any mark).
    case signal(word: String, name: String?)

    /// Parses a time like `2.5s`, a signal's word, or `mark:NAME`.
    public init?(_ text: String) {
        if let time = Duration(text: text), time >= .zero {
            self = .time(time)
            return
        }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let word = parts[0].lowercased()
        guard PageSignal.words.contains(word) else { return nil }
        guard parts.count == 2 else {
            self = .signal(word: word, name: nil)
            return
        }
        guard word == "mark", !parts[1].isEmpty else { return nil }
        self = .signal(word: word, name: String(parts[1]))
    }

    /// The moment in the form that ``init(_:)`` parses: `2.5s`, `stop`, `mark:Results`.
    public var description: String {
        switch self {
        case .time(let time): time.exactText
        case .signal(let word, let name): name.map { "\(word):\($0)" } ?? word
        }
    }

    /// Whether a signal matches this moment.
    package func matches(_ signal: PageSignal) -> Bool {
        guard case .signal(let word, let name) = self else { return false }
        return signal.word == word && (name == nil || signal.name == name)
    }
}
