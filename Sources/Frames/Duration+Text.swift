extension Duration {
    /// Parses a length of time of at most a year, exact to the nanosecond: `2.5s`,
    /// `1m30s`, `250ms`; seconds without a unit.
    package init?(argument: String) {
        var rest = argument[...]
        let isNegative = rest.first == "-"
        if isNegative { rest.removeFirst() }
        let units: [(suffix: String, nanoseconds: Double)] = [
            ("ms", 1e6), ("h", 3_600e9), ("m", 60e9), ("s", 1e9),
        ]
        var total = 0.0
        var hasPart = false
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            guard !digits.isEmpty, let number = Double(digits) else { return nil }
            rest = rest.dropFirst(digits.count)
            if rest.isEmpty && !hasPart {
                total = number * 1e9
            } else {
                guard let unit = units.first(where: { rest.hasPrefix($0.suffix) }) else { return nil }
                rest = rest.dropFirst(unit.suffix.count)
                total += number * unit.nanoseconds
            }
            hasPart = true
        }
        guard hasPart, total <= 365 * 86_400e9 else { return nil }
        self = .nanoseconds(Int64((isNegative ? -total : total).rounded()))
    }

    /// The length for the user, to the millisecond: `30 s`, `0.250 s`.
    package var text: String {
        let milliseconds = Int((Double(wholeNanoseconds) / 1e6).rounded())
        let sign = milliseconds < 0 ? "-" : ""
        let (seconds, rest) = abs(milliseconds).quotientAndRemainder(dividingBy: 1000)
        guard rest != 0 else { return "\(sign)\(seconds) s" }
        let digits = String(1000 + rest).dropFirst()
        return "\(sign)\(seconds).\(digits) s"
    }
}
