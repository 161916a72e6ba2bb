extension Duration {
    /// The length in nanoseconds, rounded down; spans 292 years.
    public var wholeNanoseconds: Int {
        let (seconds, attoseconds) = components
        return Int(seconds) * 1_000_000_000 + Int(attoseconds) / 1_000_000_000
    }

    /// The length in seconds, for display only.
    public var inSeconds: Double { Double(wholeNanoseconds) / 1e9 }
}

// MARK: - Text

extension Duration {
    /// Parses a length of time of at most a year, exact to the nanosecond.
    ///
    /// `2.5s`, `1m30s`, `250ms`, a clock's `1:30` or `1:02:03.25`, or seconds without a unit; each may
    /// have a minus sign.
    package init?(text: String) {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard let nanoseconds = digits.contains(":") ? Self.clock(digits) : Self.units(digits),
            nanoseconds <= 365 * 86_400e9
        else { return nil }
        self = .nanoseconds(Int64((digits.count < text.count ? -nanoseconds : nanoseconds).rounded()))
    }

    /// Reads numbers with units, or a number of seconds, in nanoseconds.
    private static func units(_ text: Substring) -> Double? {
        let units: [(suffix: String, nanoseconds: Double)] = [
            ("ms", 1e6), ("h", 3_600e9), ("m", 60e9), ("s", 1e9),
        ]
        if let seconds = number(text) { return seconds * 1e9 }
        var rest = text
        var total = 0.0
        repeat {
            let digits = rest.prefix(while: isDigit)
            rest = rest.dropFirst(digits.count)
            guard let number = number(digits), let unit = units.first(where: { rest.hasPrefix($0.suffix) }) else {
                return nil
            }
            rest = rest.dropFirst(unit.suffix.count)
            total += number * unit.nanoseconds
        } while !rest.isEmpty
        return total
    }

    /// Reads minutes and seconds, or hours, minutes and seconds, in nanoseconds.
    private static func clock(_ text: Substring) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), let seconds = parts.last.flatMap(number), seconds < 60 else { return nil }
        var minutes = 0
        for (place, part) in parts.dropLast().enumerated() {
            guard part.count <= 4, part.allSatisfy(isDigit), let number = Int(part), place == 0 || number < 60 else {
                return nil
            }
            minutes = minutes * 60 + number
        }
        return Double(minutes) * 60e9 + seconds * 1e9
    }

    private static func isDigit(_ character: Character) -> Bool {
        character.isASCII && (character.isNumber || character == ".")
    }

    private static func number(_ text: Substring) -> Double? { text.allSatisfy(isDigit) ? Double(text) : nil }

    // MARK: Writing

    /// The length in sentences, to the millisecond: `30 s`, `0.250 s`.
    package var text: String { preciseText.replacing(".000", with: "") }

    /// The length in columns, always with three decimal places: `30.000 s`.
    package var preciseText: String {
        let milliseconds = Int((Double(wholeNanoseconds) / 1e6).rounded())
        let (seconds, rest) = abs(milliseconds).quotientAndRemainder(dividingBy: 1000)
        return "\(milliseconds < 0 ? "-" : "")\(seconds).\(String(1000 + rest).dropFirst()) s"
    }

    /// The length in minutes, seconds and tenths, as a player shows it: `1:05.3`.
    package var clockText: String {
        let tenths = wholeNanoseconds / 100_000_000
        let seconds = tenths / 10 % 60
        return "\(tenths / 600):\(seconds < 10 ? "0" : "")\(seconds).\(tenths % 10)"
    }

    /// The length as ``init(text:)`` reads it, exact to the nanosecond: `1.5s`.
    package var exactText: String {
        let (seconds, rest) = wholeNanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
        var fraction = String(1_000_000_000 + rest).dropFirst()
        while fraction.last == "0" { fraction.removeLast() }
        return "\(wholeNanoseconds < 0 ? "-" : "")\(seconds)\(fraction.isEmpty ? "" : ".")\(fraction)s"
    }

    /// The length in seconds, to the nearest millisecond, which is the resolution of a page's clocks.
    package var inRoundedSeconds: Double { (inSeconds * 1000).rounded() / 1000 }
}
