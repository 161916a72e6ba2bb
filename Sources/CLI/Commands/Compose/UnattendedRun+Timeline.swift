import Encoder
import LibAV
import Notation
import Synchronization
import Timeline

extension UnattendedRun {
    /// Records the pages of a timeline.
    ///
    /// - Returns: The plan with the recordings, and whether a step on a page was not done.
    func recordPages(of plan: TimelinePlan) async throws -> (plan: TimelinePlan, hasMissedStep: Bool) {
        let hasMissedStep = Mutex(false)
        let show = onMainActor { (event: PageClipEvent) in reporter.show(event) }
        let recorded = try await plan.recordingPages(by: .commandLine) { event in
            if case .missedStep = event { hasMissedStep.withLock { $0 = true } }
            show(event)
        }
        return (recorded, hasMissedStep.withLock(\.self))
    }

    /// Writes the outputs of a timeline whose pages are recorded, in one pass; a signal stops it.
    ///
    /// - Returns: The summary, whose warnings have been reported.
    func write(_ plan: TimelinePlan, overwrite: Bool) async throws -> TimelineSummary {
        var settings = OutputSettings()
        settings.overwrite = overwrite
        settings.metadata = MovieMetadata(pageAddress: "", software: Program.nameAndVersion)
        let session = ExportSession(plan, settings: settings)
        let summary = try await signals.run {
            session.abort()
            reporter.fail("", wasStopped: true)
        } task: {
            try await session.run(onProgress: onMainActor { reporter.show($0) })
        }
        summary.warnings.forEach(reporter.warn)
        return summary
    }
}

extension WorkReporter {
    /// Reports the recording of a timeline's pages.
    func show(_ event: PageClipEvent) {
        switch event {
        case .recording(let address, let number, let count):
            let text = "recording the page \(address)" + (count > 1 ? " (\(number) of \(count))" : "")
            draw(text)
            note(text)
        case .warning(let text): warn(text)
        // A warning says so.
        case .missedStep: break
        }
    }

    fileprivate func show(_ progress: TimelineProgress) {
        let percentage = progress.done * 100 / max(1, progress.total)
        let parts = ["\(progress.done) of \(quantity(progress.total, "frame"))", "\(percentage) %"]
        draw((parts + (progress.bytes > 0 ? [progress.bytes.byteText] : [])).joined(separator: " · "))
    }
}
