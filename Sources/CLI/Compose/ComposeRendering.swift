import Encoder
import LibAV
import Photos
import Recorder
import Timeline

/// Renders a timeline to its outputs: its pages first, then all that is made
/// of its frames at once, then what is made of those.
@MainActor
struct ComposeRendering {
    private let command: ComposeCommand
    private let plan: TimelinePlan
    private let interchange: [(path: String, text: String)]
    private let reporter: ComposeReporter
    private let signals = StopSignals()

    /// Prepares to render.
    ///
    /// - Parameter interchange: Texts that become files with the outputs.
    init(_ command: ComposeCommand, _ plan: TimelinePlan, interchange: [(path: String, text: String)]) {
        self.command = command
        self.plan = plan
        self.interchange = interchange
        reporter = ComposeReporter(messages: command.messages)
    }

    /// Runs to the end.
    func run() async -> ExitStatus {
        await signals.start()
        let work = Task { try await render() }
        signals.onFirst = { work.cancel() }
        signals.onSecond = { reporter.fail(CancellationError(), wasStopped: true) }
        do {
            reporter.finish(try await work.value)
            return .recorded
        } catch {
            reporter.fail(error, wasStopped: signals.status != nil)
            return ExitStatus(error, signal: signals.status)
        }
    }

    private func render() async throws -> ComposeSummary {
        let begun = SuspendingClock.now
        let pictures = plan.withoutInterchange
        var outputs: [OutputSummary] = []
        var photos: [PhotoSummary] = []
        if !pictures.outputs.isEmpty {
            reporter.begin(command.timeline, pictures)
            let films = try PhotoFilms(of: pictures, overwrite: command.overwrites)
            let takes = try await PageTakes(of: films.plan, onEvent: onMainActor { reporter.show($0) })
            outputs = try await write(takes.plan)
            withExtendedLifetime(takes) {}
            photos = try await films.makePhotos()
            outputs.removeAll { films.isScratch($0.path) }
        }
        for (path, text) in interchange { try TextFile.write(text, to: path) }
        return ComposeSummary(
            plan, outputs: outputs, photos: photos, interchange: interchange.map(\.path), warnings: reporter.warnings,
            wallTime: begun.duration(to: SuspendingClock.now))
    }

    private func write(_ plan: TimelinePlan) async throws -> [OutputSummary] {
        var settings = OutputSettings()
        settings.overwrite = command.overwrites
        settings.metadata = MovieMetadata(pageAddress: "", software: "pagereel \(Pagereel.version)")
        if command.preview { settings.preset = .ultrafast }
        return try await TimelineJob(plan, settings: settings).run(onProgress: onMainActor { reporter.show($0) }) {
            TimelineRenderer(plan, sources: PictureSources())
        }
    }
}

extension TimelinePlan {
    /// The same with those outputs alone that are made of pictures and sound.
    fileprivate var withoutInterchange: TimelinePlan {
        var plan = self
        plan.outputs.removeAll { $0.kind == .interchange }
        return plan
    }
}
