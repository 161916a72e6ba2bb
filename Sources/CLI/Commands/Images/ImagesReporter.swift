import Encoder
import Movies
import Notation
import Timeline

/// Reports the progress of a video of pictures.
@MainActor
final class ImagesReporter {
    private let messages: MessageArguments
    private let line = LiveLine()
    /// Whether reporting is over.
    private var isOver = false

    /// Creates a reporter.
    init(messages: MessageArguments) { self.messages = messages }

    /// Reports the start.
    func begin(_ slideshow: SlideshowPlan, _ movie: MoviePlan) {
        guard !messages.quiet else { return }
        let text = "\(quantity(slideshow.slides.count, "picture")) to \(movie.output) at \(movie.frameRate) fps"
        if line.isPossible { line.draw("looking at \(text)") } else { Message.note(Message.printable(text)) }
    }

    /// Updates the status line on a terminal.
    func show(_ progress: MovieProgress) {
        guard line.isPossible, !messages.quiet, !isOver else { return }
        var parts = [quantity(progress.frames, "frame")]
        if let count = progress.frameCount {
            parts = ["\(progress.frames) of \(quantity(count, "frame"))", "\(progress.frames * 100 / max(1, count)) %"]
        }
        line.draw((parts + [progress.bytes.byteText]).joined(separator: " · "))
    }

    /// Reports the result.
    func finish(_ summary: ImagesSummary) {
        end()
        for warning in summary.warnings { Message.warning(Message.printable(warning)) }
        if messages.json { Message.result(jsonLine(summary)) }
        if !messages.quiet { Message.note(summary.text) }
    }

    /// Reports a failure.
    func fail(_ error: any Error) {
        end()
        if error is CancellationError {
            if !messages.quiet { Message.note("stopped; nothing was written.") }
        } else {
            Message.error(Message.printable("\(error)"))
        }
    }

    /// Erases the status line and ends reporting.
    func end() {
        isOver = true
        line.clear()
    }
}
