import Decoder
import Encoder
import Foundation
import Movies
import Notation
import Timeline

/// Runs `pagereel images`: plans, makes the video, reports, and returns the
/// exit status.
struct ImagesSession {
    let command: ImagesCommand
    /// The user's environment.
    private let environment = ProcessInfo.processInfo.environment

    /// Prepares to run a command.
    init(command: ImagesCommand) { self.command = command }

    /// Runs the command on the main run loop.
    func run() -> ExitStatus {
        CommandEnvironment.prepare(isVerbose: command.messages.verbose)
        return CommandLoop.run { await make() }
    }

    @MainActor
    private func make() async -> ExitStatus {
        let run = UnattendedRun(
            command.unattended, messages: command.messages, environment: environment,
            titles: ("Video made", "Making a video failed"), queue: command.waiting.queue)
        // The same for all attempts.
        var output: String?
        return await run.make { attempt in
            // The output is named after the start time, once it is this run's turn.
            let path = try output ?? command.outputPath()
            output = path
            return try await make(path, in: run, attempt: attempt)
        }
    }

    /// Makes the video, and the photos of it.
    @MainActor
    private func make(_ output: String, in run: UnattendedRun, attempt: Int) async throws -> UnattendedRun.Made {
        let begun = SuspendingClock.now
        let reporter = run.reporter
        run.log?.add(.started(output: output, attempt: attempt))
        let slideshow = try command.slideshow()
        let job = MovieJob(command.movie(output), source: Slideshow(slideshow))
        let photos = try command.photos.checkedPlans(overwrite: command.existing.overwrite)
        await run.signals.start()
        let work = "\(quantity(slideshow.slides.count, "picture")) to \(output) at \(job.plan.frameRate) fps"
        reporter.draw("looking at \(work)")
        reporter.note(work)
        let movie = try await run.signals.run {
            job.abort()
        } task: {
            try await job.run(onProgress: onMainActor { reporter.draw(Self.text(of: $0)) })
        }
        reporter.clear()
        let outcome = await PhotoMaker(signals: run.signals, reporter: reporter).make(photos, of: movie.path)
        let summary = ImagesSummary(
            movie, slideshow, soundtrack: job.plan.soundtrack?.path,
            wallTime: begun.duration(to: SuspendingClock.now), photos: outcome.made, attempts: attempt)
        summary.warnings.forEach(reporter.warn)
        return UnattendedRun.Made(summary: summary, lines: [summary.text], failure: outcome.failure)
    }

    private static func text(of progress: MovieProgress) -> String {
        var parts = [quantity(progress.frames, "frame")]
        if let count = progress.frameCount {
            parts = ["\(progress.frames) of \(quantity(count, "frame"))", "\(progress.frames * 100 / max(1, count)) %"]
        }
        return (parts + [progress.bytes.byteText]).joined(separator: " · ")
    }
}
