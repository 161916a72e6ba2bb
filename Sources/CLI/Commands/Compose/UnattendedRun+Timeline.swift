import Encoder
import LibAV
import Notation
import Timeline

extension UnattendedRun {
    /// Records the pages of a timeline.
    func recordPages(of plan: TimelinePlan) async throws -> TimelinePlan {
        try await plan.recordingPages(by: .commandLine, onEvent: onMainActor { reporter.show($0) })
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
        }
    }

    fileprivate func show(_ progress: TimelineProgress) {
        let percentage = progress.done * 100 / max(1, progress.total)
        let parts = ["\(progress.done) of \(quantity(progress.total, "frame"))", "\(percentage) %"]
        draw((parts + (progress.bytes > 0 ? [progress.bytes.byteText] : [])).joined(separator: " · "))
    }
}
