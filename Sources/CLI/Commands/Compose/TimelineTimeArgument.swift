import ArgumentParser
import Timeline

/// A time of a timeline, as it was typed and as it is meant.
struct TimelineTimeArgument: Sendable {
    /// What was typed.
    let text: String
    /// What is meant.
    let time: WrittenTime
}

/// Reads a time of a timeline.
func timelineTime(_ text: String) throws -> TimelineTimeArgument {
    guard let time = WrittenTime(text) else {
        throw ValidationError("a time is written like 3.2s, 1500ms, 96f or 00:03.2.")
    }
    return TimelineTimeArgument(text: text, time: time)
}

/// Reads `120..180`, both of which are meant.
func frameSpan(_ text: String) throws -> ClosedRange<Int> {
    let parts = text.split(separator: "..", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let first = parts[0], let last = parts[1], first >= 0, last >= first else {
        throw ValidationError("frames are written first..last, like 120..180, and count from 0.")
    }
    return first...last
}
