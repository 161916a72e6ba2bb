import ArgumentParser
import Timeline

/// A time on a timeline.
struct TimelineTimeArgument: Sendable {
    /// The text as typed.
    let text: String
    /// The parsed time.
    let time: WrittenTime
}

/// Parses a time on a timeline.
func timelineTime(_ text: String) throws -> TimelineTimeArgument {
    guard let time = WrittenTime(text) else {
        throw ValidationError("a time is written like 3.2s, 1500ms, 96f or 00:03.2.")
    }
    return TimelineTimeArgument(text: text, time: time)
}

/// Parses `120..180`, both included.
func frameSpan(_ text: String) throws -> ClosedRange<Int> {
    let parts = text.split(separator: "..", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let first = parts[0], let last = parts[1], first >= 0, last >= first else {
        throw ValidationError("frames are written first..last, like 120..180, and count from 0.")
    }
    return first...last
}
