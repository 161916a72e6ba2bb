import ArgumentParser
import Frames
import Recorder

/// Parses a frame rate.
func frameRate(_ text: String) throws -> FrameRate {
    guard let rate = FrameRate(text) else {
        throw ValidationError(
            "a frame rate is from \(FrameRate.range.lowerBound) to \(FrameRate.range.upperBound), "
                + "like 30, 29.97 or 30000/1001.")
    }
    return rate
}

/// Parses a duration greater than zero.
func positiveDuration(_ text: String) throws -> Duration {
    let duration = try anyDuration(text)
    guard duration > .zero else { throw ValidationError("the time must be greater than zero, like 10s.") }
    return duration
}

/// Parses a duration of zero or more.
func duration(_ text: String) throws -> Duration {
    let duration = try anyDuration(text)
    guard duration >= .zero else { throw ValidationError("the time cannot be negative.") }
    return duration
}

/// Parses a duration: `10s`, `1.5s`, `250ms`, `2m`, `1h`, `1m30s` or plain
/// seconds, with an optional minus sign.
func anyDuration(_ text: String) throws -> Duration {
    guard let duration = Duration(argument: text) else {
        throw ValidationError("a time is written like 10s, 1.5s, 250ms, 2m or 1m30s.")
    }
    return duration
}

/// Parses bits per second: `2M`, `800k` or a plain number.
func bitsPerSecond(in range: ClosedRange<Int>) -> @Sendable (String) throws -> Int {
    { text in
        var digits = text[...]
        var factor = 1
        if let unit = digits.last, let known = ["k": 1000, "m": 1_000_000][unit.lowercased()] {
            digits.removeLast()
            factor = known
        }
        guard let number = Double(digits), number.isFinite, number > 0, number * Double(factor) < 1e12 else {
            throw ValidationError("a bit rate is written like 800k, 2M or 2500000.")
        }
        let bits = Int(number * Double(factor))
        guard range.contains(bits) else {
            throw ValidationError("the bit rate is from \(range.lowerBound) to \(range.upperBound) bits per second.")
        }
        return bits
    }
}

/// Parses a number within a range.
func number(_ name: String, in range: ClosedRange<Double>) -> @Sendable (String) throws -> Double {
    { text in
        guard let number = Double(text), range.contains(number) else {
            throw ValidationError("\(name) is a number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }
}

/// Parses a whole number within a range.
func wholeNumber(_ name: String, in range: ClosedRange<Int>) -> @Sendable (String) throws -> Int {
    { text in
        guard let count = Int(text), range.contains(count) else {
            throw ValidationError("\(name) is a whole number from \(range.lowerBound) to \(range.upperBound).")
        }
        return count
    }
}

extension Duration {
    /// The duration as an argument, exact to the nanosecond: `1.5s`.
    var argument: String {
        let nanoseconds = wholeNanoseconds.magnitude
        let sign = wholeNanoseconds < 0 ? "-" : ""
        var fraction = String(String(1_000_000_000 + nanoseconds % 1_000_000_000).dropFirst())
        while fraction.last == "0" { fraction.removeLast() }
        return "\(sign)\(nanoseconds / 1_000_000_000)\(fraction.isEmpty ? "" : "." + fraction)s"
    }
}
