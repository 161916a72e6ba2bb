import ArgumentParser
import FoundationEssentials

/// Writes milliseconds since 1970 as ISO 8601 does, in universal time.
func wallTimeText(_ milliseconds: Int64) -> String {
    Date(timeIntervalSince1970: Double(milliseconds) / 1000)
        .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
}

/// Reads a time of a day in ISO 8601 with its offset from UTC, in
/// milliseconds since 1970.
func wallTime(_ text: String) throws -> Int64 {
    for hasFraction in [false, true] {
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction)
        if let date = try? style.parse(text) { return Int64((date.timeIntervalSince1970 * 1000).rounded()) }
    }
    throw ValidationError("a date is written like 2026-01-01T08:00:00+08:00 or 2026-01-01T00:00:00Z.")
}
