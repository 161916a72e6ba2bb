import ArgumentParser

/// A field of a cron expression (crontab(5)).
struct CronField {
    /// The kind of field.
    struct Kind: Equatable {
        /// The name in messages.
        let title: String
        /// The valid numbers.
        let range: ClosedRange<Int>
        /// Words for numbers, from the first of the range.
        var words: [String] = []

        /// The days of the week; 7 is Sunday, too.
        static let dayOfWeek = Kind(
            title: "day of the week", range: 0...7, words: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"])

        /// The fields of an expression, in order.
        static let all = [
            Kind(title: "minute", range: 0...59), Kind(title: "hour", range: 0...23),
            Kind(title: "day of the month", range: 1...31),
            Kind(
                title: "month", range: 1...12,
                words: ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]),
            dayOfWeek,
        ]
    }

    /// The kind of field.
    let kind: Kind
    /// The matching numbers, ascending; Sunday is 0.
    let values: [Int]
    /// Whether the field begins with a star, which decides how cron combines
    /// the two fields for days.
    let hasStar: Bool

    /// Parses a field: numbers, ranges and stars with optional steps, separated
    /// by commas.
    ///
    /// - Throws: `ValidationError` with what is wrong.
    init(_ text: some StringProtocol, _ kind: Kind) throws {
        var values: Set<Int> = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            values.formUnion(try Self.values(String(part), kind))
        }
        if kind == .dayOfWeek, values.remove(7) != nil { values.insert(0) }
        self.kind = kind
        self.values = values.sorted()
        hasStar = text.hasPrefix("*")
    }

    /// Whether the field matches all numbers.
    var isAny: Bool { values.count == kind.range.count - (kind == .dayOfWeek ? 1 : 0) }

    private static func values(_ part: String, _ kind: Kind) throws -> [Int] {
        let pieces = part.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let range: ClosedRange<Int>
        let bounds = pieces[0].split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        if pieces[0] == "*" {
            range = kind.range
        } else if bounds.count == 2 {
            let (first, last) = (try number(bounds[0], kind), try number(bounds[1], kind))
            guard first <= last else {
                throw ValidationError("the \(kind.title) '\(part)' runs backwards; write two ranges with a comma.")
            }
            range = first...last
        } else {
            let only = try number(pieces[0], kind)
            guard pieces.count == 1 else {
                throw ValidationError("the \(kind.title) '\(part)' has a step, which needs a range or a star: */5.")
            }
            range = only...only
        }
        guard pieces.count == 2 else { return Array(range) }
        guard isNumber(pieces[1]), let step = Int(pieces[1]), (1...kind.range.upperBound).contains(step) else {
            throw ValidationError("the \(kind.title) '\(part)' has an invalid step. Write it like */5.")
        }
        return Array(stride(from: range.lowerBound, through: range.upperBound, by: step))
    }

    private static func number(_ text: String, _ kind: Kind) throws -> Int {
        if let index = kind.words.firstIndex(of: text.lowercased()) { return kind.range.lowerBound + index }
        guard isNumber(text), let number = Int(text), kind.range.contains(number) else {
            let words = kind.words.isEmpty ? "" : ", or \(kind.words[0]) to \(kind.words[kind.words.count - 1])"
            throw ValidationError(
                "'\(text)' is not a valid \(kind.title): \(kind.range.lowerBound) to \(kind.range.upperBound)\(words).")
        }
        return number
    }

    /// Whether a text has only digits; `Int` parses signs, too.
    private static func isNumber(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}
