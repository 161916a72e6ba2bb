import FoundationEssentials
import Notation

/// Formats milliseconds since 1970 in ISO 8601, in UTC.
func wallTimeText(_ milliseconds: Int64) -> String {
    // The fraction is formatted separately: `Date` is a floating-point number,
    // and its milliseconds are often one too few.
    let fraction = (milliseconds % 1000 + 1000) % 1000
    let seconds = Double((milliseconds - fraction) / 1000)
    let text = Date(timeIntervalSince1970: seconds).formatted(Date.ISO8601FormatStyle())
    return text.dropLast() + "." + String(1000 + fraction).dropFirst() + "Z"
}

/// Parses an ISO 8601 date and time with its UTC offset, to milliseconds since
/// 1970; `nil` for another text.
func wallTime(_ text: String) -> Int64? {
    for hasFraction in [false, true] {
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction)
        // The text may have the other form.
        if let date = try? style.parse(text) { return Int64((date.timeIntervalSince1970 * 1000).rounded()) }
    }
    return nil
}

extension Form where Value == Int64 {
    /// A date and time with its UTC offset, in milliseconds since 1970.
    static var wallTime: Form {
        Form("a date like 2026-01-01T08:00:00+08:00 or 2026-01-01T00:00:00Z", write: wallTimeText, read: CLI.wallTime)
    }
}
