import ArgumentParser

/// A schedule in cron's notation.
struct CronExpression {
    /// The expression for a crontab, with single spaces.
    let text: String
    /// Minute, hour, day of the month, month, day of the week; `nil` for
    /// `@reboot`.
    let fields: [CronField]?

    /// Short forms (crontab(5)).
    private static let shortForms: [String: String] = [
        "@yearly": "0 0 1 1 *", "@annually": "0 0 1 1 *", "@monthly": "0 0 1 * *", "@weekly": "0 0 * * 0",
        "@daily": "0 0 * * *", "@midnight": "0 0 * * *", "@hourly": "0 * * * *",
    ]

    /// Parses five fields or a short form like `@daily`.
    ///
    /// - Throws: `ValidationError` with what is wrong; cron itself would ignore
    ///   the line silently.
    init(_ typed: String) throws(ValidationError) {
        let words = typed.split(whereSeparator: \.isWhitespace).map(String.init)
        text = words.joined(separator: " ")
        if words == ["@reboot"] {
            fields = nil
            return
        }
        let expanded = Self.shortForms[text]?.split(separator: " ").map(String.init) ?? words
        guard expanded.count == CronField.Kind.all.count else {
            let found =
                text.hasPrefix("@") ? "cron does not know '\(text)'" : "there are \(expanded.count) fields"
            throw ValidationError(
                "a cron expression has five fields (minute, hour, day of the month, month, day of the week), like "
                    + "'0 6 * * 1', or is @hourly, @daily, @weekly, @monthly, @yearly or @reboot; \(found).")
        }
        let fields = try zip(expanded, CronField.Kind.all).map { text, kind throws(ValidationError) in
            try CronField(text, kind)
        }
        guard Self.hasDay(fields) else {
            throw ValidationError("'\(text)' never comes: no such month has such a day.")
        }
        self.fields = fields
    }

    /// The schedule as systemd calendar events (systemd.time(7)), each of which
    /// triggers; `nil` for `@reboot`.
    ///
    /// Two events are needed if neither field for days begins with a star: then
    /// a match of either is enough for cron (crontab(5)).
    var calendarEvents: [String]? {
        guard let fields else { return nil }
        let clock = "\(Self.list(fields[1])):\(Self.list(fields[0])):00"
        let (days, month, weekdays) = (fields[2], Self.list(fields[3]), Self.weekdays(fields[4]))
        if days.hasStar || weekdays.isEmpty || fields[4].hasStar {
            return ["\(weekdays)*-\(month)-\(Self.list(days)) \(clock)"]
        }
        return ["*-\(month)-\(Self.list(days)) \(clock)", "\(weekdays)*-\(month)-* \(clock)"]
    }

    /// Whether any day of any year matches the fields.
    private static func hasDay(_ fields: [CronField]) -> Bool {
        let (days, months, weekdays) = (fields[2], fields[3], fields[4])
        // Then either field is enough, and every month has every day of the
        // week.
        if !days.hasStar && !weekdays.hasStar { return true }
        let lengths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return months.values.contains { lengths[$0 - 1] >= (days.values.first ?? 1) }
    }

    /// Lists numbers with two digits, runs of three and more as a range.
    private static func list(_ field: CronField) -> String {
        if field.isAny { return "*" }
        return runs(field.values).map { run in
            let names = run.map { $0 < 10 ? "0\($0)" : "\($0)" }
            return run.count > 2 ? "\(names[0])..\(names[names.count - 1])" : names.joined(separator: ",")
        }.joined(separator: ",")
    }

    /// Lists days of the week with a final space; empty for every day.
    private static func weekdays(_ field: CronField) -> String {
        if field.isAny { return "" }
        let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
        // systemd's week begins with Monday.
        return runs(field.values.map { ($0 + 6) % 7 }.sorted()).map { run in
            let days = run.map { names[$0] }
            return days.count > 2 ? "\(days[0])..\(days[days.count - 1])" : days.joined(separator: ",")
        }.joined(separator: ",") + " "
    }

    /// Splits ascending numbers into runs without gaps.
    private static func runs(_ numbers: [Int]) -> [[Int]] {
        numbers.reduce(into: []) { runs, number in
            if let last = runs.last?.last, last == number - 1 {
                runs[runs.count - 1].append(number)
            } else {
                runs.append([number])
            }
        }
    }
}

/// A field of a cron expression (crontab(5)).
struct CronField {
    struct Kind: Equatable {
        let title: String
        let range: ClosedRange<Int>
        /// Words for numbers, from the first of the range.
        var words: [String] = []

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
    init(_ text: some StringProtocol, _ kind: Kind) throws(ValidationError) {
        var values: Set<Int> = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            values.formUnion(try Self.values(String(part), kind))
        }
        if kind == .dayOfWeek, values.remove(7) != nil { values.insert(0) }
        self.kind = kind
        self.values = values.sorted()
        hasStar = text.hasPrefix("*")
    }

    var isAny: Bool { values.count == kind.range.count - (kind == .dayOfWeek ? 1 : 0) }

    private static func values(_ part: String, _ kind: Kind) throws(ValidationError) -> [Int] {
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

    private static func number(_ text: String, _ kind: Kind) throws(ValidationError) -> Int {
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
