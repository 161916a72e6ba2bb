import EngineLink
import Frames
import Notation
import Recorder

/// The status line of a recording: time, frames, repeats, rate and size, with a
/// bar and the time left if the length is known.
struct ProgressLine {
    private let progress: RecordingProgress

    /// Describes a recording's progress.
    init(_ progress: RecordingProgress) { self.progress = progress }

    /// The line.
    ///
    /// - Parameter width: The terminal's columns; the bar fills the rest of
    ///   the line.
    func text(width: Int) -> String {
        let seconds = progress.time.inSeconds
        let rate = seconds > 0 ? Double(progress.frames) / seconds : 0
        var parts = [
            (progress.isPaused ? "paused " : "recording ") + progress.time.clockText,
            quantity(progress.frames, "frame"), "\(progress.repeated) repeated",
            "\(rate.text(decimals: 1)) fps", progress.bytes.byteText,
        ]
        guard let limit = progress.limit, limit > .zero else { return parts.joined(separator: " · ") }
        let left = limit > progress.time ? limit - progress.time : .zero
        parts.append("\(left.clockText) left")
        let words = parts.joined(separator: " · ")
        let columns = min(30, width - words.count - 4)
        guard columns >= 5 else { return words }
        let done = min(columns, Int(seconds / limit.inSeconds * Double(columns)))
        return words + " [" + String(repeating: "#", count: done) + String(repeating: "-", count: columns - done) + "]"
    }
}
