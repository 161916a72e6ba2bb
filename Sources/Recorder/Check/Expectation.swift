internal import EngineLink
import Frames
import Notation

/// An expectation of a page: `start < 2s`, `no cancel`.
public struct Expectation: Sendable, Equatable {
    /// The subject of an expectation.
    public enum Subject: Sendable, Equatable {
        /// The first signal of this word.
        ///
        /// - Parameter name: A mark's name; `nil` for any mark.
        case signal(word: String, name: String?)
        /// What the page plays.
        case sound
        /// Uncaught errors and missing files.
        case pageErrors
        /// A recording's warnings.
        case warnings
    }

    /// The instant from which an expectation's times are counted.
    public enum Origin: Sendable, Equatable {
        /// When the page began to arrive.
        case page
        /// The first signal of this word.
        case signal(word: String, name: String?)
    }

    /// The claim about the subject.
    public enum Claim: Sendable, Equatable {
        /// It occurs.
        case comes
        /// It does not occur.
        case isAbsent
        /// It occurs this many times.
        case comesTimes(Int)
        /// It first occurs within a time span.
        case comesIn(ClosedSpan, from: Origin)
    }

    /// A span of time; a `nil` bound is unlimited.
    public struct ClosedSpan: Sendable, Equatable {
        /// The lower bound.
        public var from: Duration?
        /// The upper bound.
        public var to: Duration?
        /// Whether the bounds themselves are excluded.
        public var isOpen = false

        /// Whether a time is within the span.
        func contains(_ time: Duration) -> Bool {
            if let from, isOpen ? time <= from : time < from { return false }
            if let to, isOpen ? time >= to : time > to { return false }
            return true
        }
    }

    /// The subject.
    public let subject: Subject
    /// The claim.
    public let claim: Claim
    /// The expectation as written.
    public let text: String
}

/// A text that is not a valid expectation.
public struct ExpectationError: Error, CustomStringConvertible, Sendable {
    /// What is wrong, and what is valid, for the user.
    public let description: String
}

extension Expectation {
    /// Parses expectations separated by commas, such as
    /// `start < 2s, mark:"Part 1" between 3s and 5s, no page errors`.
    ///
    /// - Throws: ``ExpectationError``, which names the invalid word.
    public static func list(_ text: String) throws(ExpectationError) -> [Expectation] {
        var list: [Expectation] = []
        for clause in try ExpectationParser.clauses(of: text) {
            var parser = ExpectationParser(clause)
            list.append(try parser.expectation())
        }
        guard !list.isEmpty else {
            throw ExpectationError(description: "An expectation is empty. Write, for example, start < 2s")
        }
        return list
    }
}

/// Parses one expectation, word by word.
private struct ExpectationParser {
    private struct Word {
        let text: String
        /// Whether it was quoted and so cannot be a keyword.
        var isQuoted = false
    }

    private let clause: String
    private var words: ArraySlice<Word>

    init(_ clause: [(text: String, isQuoted: Bool)]) {
        words = clause.map { Word(text: $0.text, isQuoted: $0.isQuoted) }[...]
        self.clause = clause.reduce(into: "") { text, word in
            // A name follows its colon: mark:"Part 1".
            if !text.isEmpty, !word.isQuoted || text.last != ":" { text += " " }
            text += word.isQuoted ? "\"\(word.text)\"" : word.text
        }
    }

    // MARK: Words

    /// Splits a text into clauses of words; quotes protect spaces and commas.
    static func clauses(of text: String) throws(ExpectationError) -> [[(text: String, isQuoted: Bool)]] {
        var clauses: [[(text: String, isQuoted: Bool)]] = [[]]
        var word = ""
        func finish(_ word: inout String) {
            if !word.isEmpty { clauses[clauses.endIndex - 1].append((word, false)) }
            word = ""
        }
        var rest = text[...]
        while let character = rest.popFirst() {
            switch character {
            case ",", ";", "\n":
                finish(&word)
                clauses.append([])
            case "\"":
                finish(&word)
                guard let end = rest.firstIndex(of: "\"") else {
                    throw ExpectationError(description: "A quote is not closed in '\(text)'.")
                }
                clauses[clauses.endIndex - 1].append((String(rest[..<end]), true))
                rest = rest[rest.index(after: end)...]
            case "<", ">":
                finish(&word)
                word = String(character)
                if rest.first == "=" { word.append(rest.removeFirst()) }
                finish(&word)
            case _ where character.isWhitespace: finish(&word)
            default: word.append(character)
            }
        }
        finish(&word)
        return clauses.filter { !$0.isEmpty }
    }

    private mutating func next() -> Word? { words.popFirst() }

    /// Consumes a keyword if it is the next word.
    private mutating func take(_ keyword: String) -> Bool {
        guard let word = words.first, !word.isQuoted, word.text.lowercased() == keyword else { return false }
        words.removeFirst()
        return true
    }

    private func failure(_ reason: String) -> ExpectationError {
        ExpectationError(
            description: "The expectation '\(clause)' cannot be read: \(reason)\(reason.hasSuffix("?") ? "" : ".")")
    }

    // MARK: Clauses

    mutating func expectation() throws(ExpectationError) -> Expectation {
        let isAbsent = take("no")
        let subject = try subject()
        let claim: Expectation.Claim = isAbsent ? .isAbsent : try claim()
        if let word = words.first { throw failure("unexpected word '\(word.text)'") }
        guard case .comesIn(let span, let origin) = claim else {
            return Expectation(subject: subject, claim: claim, text: clause)
        }
        if origin == .page, let end = span.to, span.isOpen ? end <= .zero : end < .zero {
            throw failure("nothing comes before the page; write a time of it, like stop within 12s")
        }
        switch subject {
        case .signal, .sound: break
        default: throw failure("only signals and sound can have times; write no page errors")
        }
        return Expectation(subject: subject, claim: claim, text: clause)
    }

    private mutating func subject() throws(ExpectationError) -> Expectation.Subject {
        if take("page") {
            guard take("errors") || take("error") else { throw failure("expected 'errors' after 'page'") }
            return .pageErrors
        }
        if take("sound") { return .sound }
        if take("warnings") || take("warning") { return .warnings }
        let (word, name) = try signal()
        return .signal(word: word, name: name)
    }

    /// A signal's word, and the name after `mark:`.
    private mutating func signal() throws(ExpectationError) -> (word: String, name: String?) {
        guard let first = next(), !first.isQuoted else { throw failure("a signal is missing; \(Self.signals)") }
        let parts = first.text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let word = parts[0].lowercased()
        guard PageSignal(word: word) != nil else {
            let meant = ["error", "errors"].contains(word) ? "no page errors" : word.nearest(in: Self.keywords)
            let hint = meant.map { "did you mean '\($0)'?" }
            throw failure("'\(first.text)' is not a signal; \(hint ?? Self.signals)")
        }
        guard parts.count == 2 else { return (word, nil) }
        guard word == "mark" else { throw failure("only a mark has a name") }
        if !parts[1].isEmpty { return (word, String(parts[1])) }
        guard let quoted = words.first, quoted.isQuoted else { throw failure("expected a name after 'mark:'") }
        words.removeFirst()
        return (word, quoted.text)
    }

    /// The words of signals that can be expected.
    private static let signalWords = PageSignal.words.filter { $0 != "caption" }
    private static let keywords = signalWords + ["no", "page", "sound", "warnings"]
    private static let signals =
        "signals are \(signalWords.dropLast().joined(separator: ", ")) and \(signalWords.last ?? "")"

    private mutating func claim() throws(ExpectationError) -> Expectation.Claim {
        if words.isEmpty { return .comes }
        if take("once") { return .comesTimes(1) }
        if take("twice") { return .comesTimes(2) }
        if words.count == 2, words.last?.text == "times", let count = words.first.flatMap({ Int($0.text) }), count >= 0
        {
            words.removeAll()
            return .comesTimes(count)
        }
        for (sign, isLatest, isOpen) in Self.comparisons where take(sign) {
            let time = try time()
            return .comesIn(
                .init(from: isLatest ? nil : time, to: isLatest ? time : nil, isOpen: isOpen), from: try origin())
        }
        if take("within") { return .comesIn(.init(to: try time()), from: try origin()) }
        if take("between") {
            let from = try time()
            guard take("and") else { throw failure("expected 'and' between two times") }
            let to = try time()
            guard from <= to else { throw failure("the first time is later than the second") }
            return .comesIn(.init(from: from, to: to), from: try origin())
        }
        if take("at") {
            let time = try time()
            let tolerance = take("+-") || take("±") ? try self.time() : Self.exactness
            return .comesIn(.init(from: max(.zero, time - tolerance), to: time + tolerance), from: try origin())
        }
        if take("before") { return .comesIn(try bound(isLatest: true), from: boundOrigin) }
        if take("after") { return .comesIn(try bound(isLatest: false), from: boundOrigin) }
        throw failure(
            "'\(words.first?.text ?? "")' is not understood; write start < 2s, stop within 12s, mark between 3s and 5s, "
                + "pause at 1s +- 50ms, stop after mark:end, start once or no cancel")
    }

    private static let comparisons = [
        ("<", true, true), ("<=", true, false), (">", false, true), (">=", false, false),
    ]

    /// Half of the millisecond of tolerance that `at` allows.
    private static let exactness = Duration.microseconds(500)

    /// The reference of the last `before` or `after`.
    private var boundOrigin = Expectation.Origin.page

    /// A time, or a signal, after `before` or `after`.
    private mutating func bound(isLatest: Bool) throws(ExpectationError) -> Expectation.ClosedSpan {
        var time = Duration.zero
        if let word = words.first, let written = Duration(text: word.text) {
            words.removeFirst()
            time = written
            boundOrigin = try origin()
        } else {
            let (word, name) = try signal()
            boundOrigin = .signal(word: word, name: name)
        }
        return .init(from: isLatest ? nil : time, to: isLatest ? time : nil, isOpen: boundOrigin == .page)
    }

    /// Parses `after start` or `of start`: the reference of a time.
    private mutating func origin() throws(ExpectationError) -> Expectation.Origin {
        guard take("after") || take("of") else { return .page }
        if take("page") { return .page }
        let (word, name) = try signal()
        return .signal(word: word, name: name)
    }

    private mutating func time() throws(ExpectationError) -> Duration {
        guard let word = next() else { throw failure("a time is missing") }
        guard let time = Form.signedTime.read(word.text) else {
            throw failure("'\(word.text)' is not \(Form.signedTime)")
        }
        return time
    }
}
