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
            let written = try await unattended.write(films.plan, overwrite: command.overwrites)
            outputs = written.outputs
            photos = try await films.makePhotos()
            outputs.removeAll { films.isScratch($0.path) }
        }
        for (path, text) in interchange { try TextFile.write(text, to: path) }
        return ComposeSummary(
            plan, outputs: outputs, photos: photos, interchange: interchange.map(\.path), warnings: reporter.warnings,
            wallTime: begun.duration(to: SuspendingClock.now), attempts: attempt)
    }

    private func tellBeginning(of plan: TimelinePlan) {
        let names = plan.outputs.map(\.path).joined(separator: ", ")
        reporter.note(
            "composing \(command.timeline) to \(names): \(quantity(plan.frameCount, "frame")) of \(plan.size), "
                + "\(plan.frameRate) fps")
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
