import Encoder
import LibAV
import Notation
import Photos
import Timeline

/// Renders a timeline: first its pages, then all outputs in one pass, then
/// photos of them.
@MainActor
struct ComposeRendering {
    private let command: ComposeCommand
    private let plan: TimelinePlan
    private let interchange: [(path: String, text: String)]
    private let unattended: UnattendedRun
    private var reporter: WorkReporter { unattended.reporter }

    /// Prepares a rendering.
    ///
    /// - Parameter interchange: Texts to write along with the outputs.
    init(
        _ command: ComposeCommand, _ plan: TimelinePlan, interchange: [(path: String, text: String)],
        in run: UnattendedRun
    ) {
        self.command = command
        self.plan = plan
        self.interchange = interchange
        unattended = run
    }

    /// Renders.
    ///
    /// - Parameter attempt: The number of the attempt, from 1.
    func run(attempt: Int) async throws -> UnattendedRun.Made {
        await unattended.signals.start()
        let summary = try await unattended.signals.run {
            reporter.fail("", wasStopped: true)
        } task: {
            try await render(attempt: attempt)
        }
        return UnattendedRun.Made(summary: summary, lines: summary.lines)
    }

    private func render(attempt: Int) async throws -> ComposeSummary {
        let begun = SuspendingClock.now
        let pictures = plan.withoutInterchange
        var outputs: [OutputSummary] = []
        var photos: [PhotoSummary] = []
        if !pictures.outputs.isEmpty {
            tellBeginning(of: pictures)
            let films = try PhotoFilms(of: pictures, overwrite: command.overwrites)
            let takes = try await ClipRecordings(
                of: films.plan, by: .commandLine, onEvent: onMainActor { reporter.show($0) })
            let written = try await write(takes.plan)
            withExtendedLifetime(takes) {}
            written.warnings.forEach(reporter.warn)
            outputs = written.outputs
            photos = try await films.makePhotos()
            outputs.removeAll { films.isScratch($0.path) }
        }
        for (path, text) in interchange { try TextFile.write(text, to: path) }
        return ComposeSummary(
            plan, outputs: outputs, photos: photos, interchange: interchange.map(\.path), warnings: reporter.warnings,
            wallTime: begun.duration(to: SuspendingClock.now), attempts: attempt)
    }

    private func write(_ plan: TimelinePlan) async throws -> TimelineSummary {
        var settings = OutputSettings()
        settings.overwrite = command.overwrites
        settings.metadata = MovieMetadata(pageAddress: "", software: Program.nameAndVersion)
        if command.preview { settings.preset = .ultrafast }
        return try await TimelineJob(plan, settings: settings).run(onProgress: onMainActor { show($0) }) {
            TimelineRenderer(plan, sources: PictureSources())
        }
    }

    // MARK: Messages

    private func tellBeginning(of plan: TimelinePlan) {
        let names = plan.outputs.map(\.path).joined(separator: ", ")
        reporter.note(
            "composing \(command.timeline) to \(names): \(quantity(plan.frameCount, "frame")) of \(plan.size), "
                + "\(plan.frameRate) fps")
    }

    private func show(_ progress: TimelineProgress) {
        let percentage = progress.done * 100 / max(1, progress.total)
        reporter.draw("\(progress.done) of \(quantity(progress.total, "frame")) · \(percentage) %")
    }
}

extension TimelinePlan {
    /// The plan without outputs for other editors.
    fileprivate var withoutInterchange: TimelinePlan {
        var plan = self
        plan.outputs.removeAll { $0.kind == .interchange }
        return plan
    }
}
