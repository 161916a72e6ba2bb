import EngineLink
import Files
import PageSampler
import Recorder

/// What a recording or a check writes of its steps.
struct StepFiles: Sendable {
    private let screenshots: Screenshots?
    private let storyboard: Storyboard?

    /// What was written.
    struct Written {
        var pictures: [Screenshots.Picture] = []
        /// The storyboard's page.
        var storyboard: String?
        /// The lines for people.
        var lines: [String] = []
        /// Why something could not be written.
        var failure: (any Error)?
    }

    /// Reserves the files.
    ///
    /// - Throws: ``FileError`` if one exists and may not be replaced.
    init(
        storyboard: Storyboard?, screenshots reserve: () throws(FileError) -> Screenshots?
    ) throws(FileError) {
        do throws(FileError) {
            screenshots = try reserve()
            self.storyboard = storyboard
        } catch {
            storyboard?.discard()
            throw error
        }
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
        guard summary.output != nil else {
            discard()
            return Written()
        }
        return place(title: summary.title, page: summary.page)
    }

    /// Moves the files to their final paths.
    ///
    /// - Parameters:
    ///   - title: The storyboard's title.
    ///   - page: The page's address.
    func place(title: String, page: String) -> Written {
        var written = Written()
        do {
            written.pictures = try screenshots?.commit() ?? []
            written.lines = written.pictures.map { "\($0.path): screenshot" }
        } catch {
            written.failure = error
        }
        do {
            written.storyboard = try storyboard?.commit(title: title, page: page)
            if let storyboard {
                written.lines.append(
                    written.storyboard.map { "\($0): storyboard" }
                        ?? "\(storyboard.path): no storyboard was written, because no step was performed")
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
