import Frames
import Library
import Recorder

/// The live line: time, frames, repeats, rate, size, and a bar with the time
/// left when the length is known.
struct ProgressLine {
    private let progress: RecordingProgress

    /// Describes how far a recording has come.
    init(_ progress: RecordingProgress) { self.progress = progress }

    /// The line.
    ///
    /// - Parameter width: Columns of the terminal; the bar takes what the
    ///   words leave.
    func text(width: Int) -> String {
        let seconds = progress.time.inSeconds
        let rate = seconds > 0 ? Double(progress.frames) / seconds : 0
        var parts = [
            (progress.isPaused ? "paused " : "recording ") + Self.clock(progress.time),
            "\(progress.frames) frames", "\(progress.repeated) repeated",
            "\(Self.decimal(rate)) fps", Self.size(progress.bytes),
        ]
        guard let limit = progress.limit, limit > .zero else { return parts.joined(separator: " · ") }
        let left = limit > progress.time ? limit - progress.time : .zero
        parts.append("\(Self.clock(left)) left")
        let words = parts.joined(separator: " · ")
        let columns = min(30, width - words.count - 4)
        guard columns >= 5 else { return words }
        let done = min(columns, Int(seconds / limit.inSeconds * Double(columns)))
        return words + " [" + String(repeating: "#", count: done) + String(repeating: "-", count: columns - done) + "]"
    }

    /// Minutes, seconds and tenths: `1:05.3`.
    static func clock(_ time: Duration) -> String { Readable.clock(time) }

    /// Bytes in the unit that fits: `850 kB`, `12.4 MB`.
    static func size(_ bytes: Int) -> String { Readable.size(bytes) }

    /// A number with one decimal place.
    static func decimal(_ value: Double) -> String { Readable.decimal(value) }
}
