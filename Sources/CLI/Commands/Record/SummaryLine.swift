import Encoder
import EngineLink
import Frames
import Notation
import Recorder

/// A recording's summary in one line.
struct SummaryLine {
    private let summary: RecordingSummary

    /// Describes a summary.
    init(_ summary: RecordingSummary) { self.summary = summary }

    /// The line.
    var text: String {
        guard let output = summary.output, let movie = summary.movie else {
            return "canceled by the page; nothing was written."
        }
        var parts = [
            "\(output): \(movie.duration.clockText)",
            quantity(movie.frames, "frame") + (summary.repeated > 0 ? " (\(summary.repeated) repeated)" : ""),
            "\(movie.size), \(summary.frameRate) fps",
        ]
        if movie.format.codec != .h264 || movie.format.hasAlpha {
            parts.append(movie.format.codec.title + (movie.format.hasAlpha ? " with transparency" : ""))
        }
        if summary.isPadded {
            parts.append("padded from \(summary.pictureSize), as \(movie.format.codec.title) needs even sides")
        }
        if let sound = movie.sound {
            parts.append(sound.loops > 0 ? "soundtrack played \(sound.loops + 1) times" : "with sound")
        }
        if !summary.chapters.isEmpty {
            parts.append(quantity(summary.chapters.count, "chapter"))
        }
        parts.append(movie.bytes.byteText)
        parts.append("took \(summary.wallTime.inSeconds.text(decimals: 1)) s")
        return parts.joined(separator: " · ") + ending
    }

    private var ending: String {
        switch summary.exitReason {
        case .stopped, .duration, .cancelled: ""
        case .longestDuration: " · ended by --max-duration"
        case .interrupted: " · stopped by a signal"
        case .hung: " · kept up to where the page hung"
        case .crashed: " · kept up to where the page crashed"
        }
    }
}
