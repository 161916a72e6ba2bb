import EngineLink
import PageSampler
import Recorder

/// What a recording writes of its steps beside the video.
struct StepFiles: Sendable {
    let screenshots: Screenshots?
    let storyboard: Storyboard?

    /// What was written.
    struct Written {
        var pictures: [Screenshots.Picture] = []
        /// The lines for people.
        var lines: [String] = []
        /// Why something could not be written.
        var failure: (any Error)?
    }

    func note(_ event: RecordingEvent) {
        screenshots?.note(event)
        storyboard?.note(event)
    }

    func add(_ still: StepStill) {
        screenshots?.add(still)
        storyboard?.add(still)
    }

    /// Moves the files to their final paths if the video was written; removes them otherwise.
    func place(with summary: RecordingSummary) -> Written {
        var written = Written()
        guard summary.output != nil else {
            discard()
            return written
        }
        do {
            written.pictures = try screenshots?.commit() ?? []
            written.lines = written.pictures.map { "\($0.path): screenshot" }
        } catch {
            written.failure = error
        }
        do {
            if let storyboard {
                try storyboard.commit(title: summary.title, page: summary.page)
                written.lines.append("\(storyboard.path)/\(Storyboard.pageName): storyboard")
            }
        } catch {
            written.failure = written.failure ?? error
        }
        return written
    }

    func discard() {
        screenshots?.discard()
        storyboard?.discard()
    }
}
