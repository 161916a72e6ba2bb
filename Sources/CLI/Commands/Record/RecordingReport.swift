import Encoder
import EngineLink
import Frames
import LibAV
import Notation
import PageSampler
import Photos
import Recorder

// What is told of a recording: its events and its progress on the terminal, its summary in a line and in JSON.

extension WorkReporter {
    /// Reports an event of a recording, as `--quiet` and `--verbose` say: on a terminal with a status line, elsewhere
    /// with a line at the start.
    func show(_ event: RecordingEvent, of plan: RecordingPlan) {
        switch event {
        case .loading:
            let address = plan.page.description
            draw("loading \(address)")
            let text = "recording \(address) to \(plan.output) at \(plan.options.pixelSize), \(plan.frameRate) fps"
            if verbose { tell(text) } else { note(text) }
        case .started: if verbose { tell("started") }
        case .progress(let progress): draw(progress.line(width: width))
        case .finishing: draw("finishing \(plan.output)")
        case .warning(let text): warn(text)
        case .notice(let text): tell(text)
        // With --expect, the console is reported even without --verbose.
        case .console(let line): page("\(line)")
        // The summary has the others.
        default: break
        }
    }
}

extension RecordingProgress {
    /// The status line: time, frames, repeats, rate and size, with a bar and the time left if the length is known.
    ///
    /// - Parameter width: The terminal's columns; the bar fills the rest of
    ///   the line.
    func line(width: Int) -> String {
        let seconds = time.inSeconds
        let rate = seconds > 0 ? Double(frames) / seconds : 0
        var parts = [
            (isPaused ? "paused " : "recording ") + time.clockText, quantity(frames, "frame"),
            "\(repeated) repeated", "\(rate.text(decimals: 1)) fps", bytes.byteText,
        ]
        guard let limit, limit > .zero else { return parts.joined(separator: " · ") }
        let left = limit > time ? limit - time : .zero
        parts.append("\(left.clockText) left")
        let words = parts.joined(separator: " · ")
        let columns = min(30, width - words.count - 4)
        guard columns >= 5 else { return words }
        let done = min(columns, Int(seconds / limit.inSeconds * Double(columns)))
        return words + " [" + String(repeating: "#", count: done) + String(repeating: "-", count: columns - done) + "]"
    }
}

extension RecordingSummary {
    /// What was expected of the page and not met, as sentences.
    var unmetExpectations: [String] {
        verdicts.filter { !$0.isMet }.map { "The page did not meet --expect '\($0.expectation.text)': \($0.message)." }
    }

    /// The steps that were to be done and were not, as sentences.
    var missedSteps: [String] { steps.missedSentences }

    var line: String {
        if let output, let soundFile { return line(of: soundFile, at: output) }
        guard let output, let movie else { return "\(reasonOfNothing); nothing was written." }
        var parts = [
            "\(output): \(movie.duration.clockText)",
            quantity(movie.frames, "frame") + (repeated > 0 ? " (\(repeated) repeated)" : ""),
            "\(movie.size), \(frameRate) fps",
        ]
        if movie.format.codec != .h264 || movie.format.hasAlpha {
            parts.append(movie.format.codec.title + (movie.format.hasAlpha ? " with transparency" : ""))
        }
        if isPadded {
            parts.append("padded from \(pictureSize), as \(movie.format.codec.title) needs even sides")
        }
        if let sound = movie.sound {
            parts.append(sound.loops > 0 ? "soundtrack played \(sound.loops + 1) times" : "with sound")
        }
        if !chapters.isEmpty, !movie.format.container.isAnimation { parts.append(quantity(chapters.count, "chapter")) }
        parts.append(movie.bytes.byteText)
        parts.append("took \(wallTime.inSeconds.text(decimals: 1)) s")
        return parts.joined(separator: " · ") + ending
    }

    private func line(of file: SoundFileSummary, at output: String) -> String {
        var parts = ["\(output): \(file.duration.clockText)", quantity(file.sound.samples, "sample")]
        if file.sound.loops > 0 { parts.append("soundtrack played \(file.sound.loops + 1) times") }
        parts.append(file.bytes.byteText)
        parts.append("took \(wallTime.inSeconds.text(decimals: 1)) s")
        return parts.joined(separator: " · ") + ending
    }

    private var reasonOfNothing: String {
        switch exitReason {
        case .hung: "the page hung"
        case .crashed: "the page crashed"
        case .interrupted: "stopped by a signal"
        case .cancelled, .stopped, .duration, .longestDuration: "canceled by the page"
        }
    }

    private var ending: String {
        switch exitReason {
        case .stopped, .duration, .cancelled: ""
        case .longestDuration: " · ended by --max-duration"
        case .interrupted: " · stopped by a signal"
        case .hung: " · kept up to where the page hung"
        case .crashed: " · kept up to where the page crashed"
        }
    }
}
