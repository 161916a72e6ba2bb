import Decoder
import Encoder
import Movies
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
        let reporter = ImagesReporter(messages: command.messages)
        let signals = StopSignals()
        do {
            let slideshow = try command.slideshow()
            let job = MovieJob(try command.movie(), source: Slideshow(slideshow))
            let photos = try command.photos.checkedPlans(overwrite: command.existing.overwrite)
            await signals.start()
            reporter.begin(slideshow, job.plan)
            let movie = try await signals.run {
                job.abort()
            } task: {
                try await job.run(onProgress: onMainActor { reporter.show($0) })
            }
            reporter.end()
            let outcome = await PhotoMaker(signals: signals, quiet: command.messages.quiet).make(photos, of: movie.path)
            reporter.finish(
                ImagesSummary(
                    movie, slideshow, soundtrack: job.plan.soundtrack?.path,
                    wallTime: begun.duration(to: SuspendingClock.now), photos: outcome.made))
            guard let failure = outcome.failure else { return .recorded }
            Message.error(Message.printable("\(failure) The video itself was saved."))
            return signals.exitStatus(of: failure)
        } catch {
            reporter.fail(error)
            return signals.exitStatus(of: error)
        }
    }
}
