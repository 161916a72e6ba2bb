import ArgumentParser

/// One of the five fields of a cron expression, as crontab(5) has it.
struct CronField {
    /// Which of the five.
    enum Kind: CaseIterable {
        case minute, hour, dayOfMonth, month, dayOfWeek

        /// What may be written; 7 is Sunday too.
        var range: ClosedRange<Int> {
            switch self {
            case .minute: 0...59
            case .hour: 0...23
            case .dayOfMonth: 1...31
            case .month: 1...12
            case .dayOfWeek: 0...7
            }
        }

        /// What people call it.
        var title: String {
            switch self {
            case .minute: "minute"
            case .hour: "hour"
            case .dayOfMonth: "day of the month"
            case .month: "month"
            case .dayOfWeek: "day of the week"
            }
        }

        /// Words in place of numbers, from the range's first on.
        fileprivate var words: [String] {
            switch self {
            case .month: ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
            case .dayOfWeek: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
            default: []
            }
        }
    }

    /// Which field it is.
    let kind: Kind
    /// The numbers that it stands for, ascending; Sunday is 0.
    let values: [Int]
    /// Whether it begins with a star, which decides how cron puts the two
    /// fields for days together.
    let hasStar: Bool

    /// Reads a field: numbers, ranges and stars, with steps, between commas.
    ///
    /// - Throws: A sentence that says what is wrong with it.
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

    /// Whether it stands for all there are.
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
            throw ValidationError("the \(kind.title) '\(part)' has a step that is none; it is written like */5.")
        }
        return Array(stride(from: range.lowerBound, through: range.upperBound, by: step))
    }

    private static func number(_ text: String, _ kind: Kind) throws -> Int {
        if let index = kind.words.firstIndex(of: text.lowercased()) { return kind.range.lowerBound + index }
        guard isNumber(text), let number = Int(text), kind.range.contains(number) else {
            let words = kind.words.isEmpty ? "" : ", or \(kind.words[0]) to \(kind.words[kind.words.count - 1])"
            throw ValidationError(
                "'\(text)' is no \(kind.title): \(kind.range.lowerBound) to \(kind.range.upperBound)\(words).")
        }
        return number
    }

    /// Whether a text is digits alone: Swift reads signs as well.
    private static func isNumber(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}
