import Decoder
import Encoder
import Movies
import Notation
import Timeline

/// Runs `pagereel images`: plans, makes the video, reports, and returns the
/// exit status.
struct ImagesSession {
    let command: ImagesCommand

    /// Runs the command on the main run loop.
    func run() -> ExitStatus {
        CommandEnvironment.prepare(isVerbose: command.messages.verbose)
        return CommandLoop.run { await make() }
    }

    @MainActor
    private func make() async -> ExitStatus {
        let begun = SuspendingClock.now
        let reporter = WorkReporter(quiet: command.messages.quiet, json: command.messages.json)
        let signals = StopSignals()
        do {
            let slideshow = try command.slideshow()
            let job = MovieJob(try command.movie(), source: Slideshow(slideshow))
            let photos = try command.photos.checkedPlans(overwrite: command.existing.overwrite)
            await signals.start()
            let work =
                "\(quantity(slideshow.slides.count, "picture")) to \(job.plan.output) at \(job.plan.frameRate) fps"
            reporter.draw("looking at \(work)")
            reporter.note(work)
            let movie = try await signals.run {
                job.abort()
            } task: {
                try await job.run(onProgress: onMainActor { reporter.draw(Self.text(of: $0)) })
            }
            reporter.clear()
            let outcome = await PhotoMaker(signals: signals, reporter: reporter).make(photos, of: movie.path)
            let summary = ImagesSummary(
                movie, slideshow, soundtrack: job.plan.soundtrack?.path,
                wallTime: begun.duration(to: SuspendingClock.now), photos: outcome.made)
            for warning in summary.warnings { Message.warning(warning) }
            reporter.finish(summary, lines: [summary.text])
            guard let failure = outcome.failure else { return .recorded }
            Message.error("\(failure) The video itself was saved.")
            return ExitStatus(failure, signal: signals.status)
        } catch {
            reporter.fail(error, wasStopped: error is CancellationError)
            return ExitStatus(error, signal: signals.status)
        }
    }

    private static func text(of progress: MovieProgress) -> String {
        var parts = [quantity(progress.frames, "frame")]
        if let count = progress.frameCount {
            parts = ["\(progress.frames) of \(quantity(count, "frame"))", "\(progress.frames * 100 / max(1, count)) %"]
        }
        return (parts + [progress.bytes.byteText]).joined(separator: " · ")
    }
}
