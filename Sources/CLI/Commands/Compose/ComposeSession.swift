import Files
import Foundation
import Frames
import Glibc
import Interchange
import Notation
import Photos
import Timeline

/// Runs `pagereel compose`: reads, resolves, explains, plays or renders the
/// timeline, and returns the exit status.
struct ComposeSession {
    let command: ComposeCommand
    /// The user's environment; pages change the process's own.
    private let environment = ProcessInfo.processInfo.environment

    /// Prepares to run a command.
    init(command: ComposeCommand) { self.command = command }

    /// Runs the command.
    ///
    /// - Throws: `YAMLError` or ``FileError`` with `--explain`; also `PageClipError` and `PageServerError` with
    ///   `--play`.
    func run() throws -> ExitStatus {
        CommandEnvironment.prepare(isVerbose: command.messages.verbose)
        if command.result.explain {
            let file = TimelineFile(command: command, probe: FileProbe())
            let description = try file.description { if !command.messages.quiet { Message.warning($0) } }
            let plan = try file.plan(of: description)
            let warnings = plan.fontWarnings + file.warnings(of: plan)
            if !command.messages.quiet { warnings.forEach { Message.warning($0) } }
            try explain(plan)
            return .success
        }
        if command.result.play {
            return try CommandLoop.run { try await ComposePlaying(command, environment: environment).run() }
        }
        return CommandLoop.run { await compose() }
    }

    private func explain(_ plan: TimelinePlan) throws {
        let routes = try plan.pictureRoutes(of: plan.outputs)
        Message.result(
            command.messages.json
                ? jsonLine(PlanJSON(plan, routes: routes)) : PlanTable(plan: plan, routes: routes).text)
    }

    @MainActor
    private func compose() async -> ExitStatus {
        let run = UnattendedRun(
            command.unattended, messages: command.messages, environment: environment,
            titles: ("Composed", "Composing failed"))
        return await run.make { attempt in
            run.log?.add(
                .started(
                    timeline: command.timeline, outputs: command.result.output.isEmpty ? nil : command.result.output,
                    attempt: attempt))
            let (plan, interchange) = try plan(warn: run.reporter.warn)
            await run.signals.start()
            let (summary, hasMissedStep) = try await run.signals.run {
                run.reporter.fail("", wasStopped: true)
            } task: {
                try await render(plan, interchange: interchange, in: run, attempt: attempt)
            }
            return UnattendedRun.Made(
                summary: summary, lines: summary.lines, status: hasMissedStep ? .unexpected : .success)
        }
    }

    /// Renders a timeline: first its pages, then all outputs in one pass, then photos of them.
    ///
    /// - Parameter interchange: Texts to write along with the outputs.
    /// - Returns: The summary, and whether a step on a page was not done.
    @MainActor
    private func render(
        _ plan: TimelinePlan, interchange: [(output: PlannedOutput, text: String)], in run: UnattendedRun, attempt: Int
    ) async throws -> (ComposeSummary, hasMissedStep: Bool) {
        let begun = SuspendingClock.now
        var pictures = plan
        pictures.outputs.removeAll { $0.kind.isText }
        let films = try PhotoFilms(of: pictures, overwrite: command.overwrites)
        var (recorded, hasMissedStep) = (films.plan, false)
        var outputs: [OutputSummary] = []
        var photos: [PhotoSummary] = []
        if pictures.outputs.isEmpty {
            if plan.subtitles.contains(where: \.isOfPages) {
                (recorded, hasMissedStep) = try await run.recordPages(of: recorded)
            }
        } else {
            let names = pictures.outputs.map(\.path).joined(separator: ", ")
            run.reporter.note(
                "composing \(command.timeline) to \(names): \(quantity(plan.frameCount, "frame")) of \(plan.size), "
                    + "\(plan.frameRate) fps")
            (recorded, hasMissedStep) = try await run.recordPages(of: recorded)
            outputs = try await run.write(recorded, overwrite: command.overwrites).outputs
            photos = try await films.makePhotos()
            outputs.removeAll { films.isScratch($0.path) }
        }
        for (output, text) in interchange {
            // Captions are known now that the pages are recorded.
            try TextFile.write(try recorded.subtitles(for: output) ?? text, to: output.path)
        }
        let summary = ComposeSummary(
            plan, outputs: outputs, photos: photos, interchange: interchange.map(\.output.path),
            warnings: run.reporter.warnings, wallTime: begun.duration(to: SuspendingClock.now), attempts: attempt)
        return (summary, hasMissedStep)
    }

    /// The timeline, and the files for other editors, which are created before anything is rendered, so that
    /// their errors come first.
    ///
    /// - Throws: `YAMLError` or ``FileError``.
    private func plan(
        warn: (String) -> Void
    ) throws -> (plan: TimelinePlan, interchange: [(output: PlannedOutput, text: String)]) {
        let probe = FileProbe()
        let file = TimelineFile(command: command, probe: probe)
        let description = try file.description(warn: warn)
        let plan = try file.plan(of: description)
        guard !plan.outputs.isEmpty else {
            throw FileError(
                .invalidSettings,
                "The timeline has no outputs: name one with -o out.mp4, or below outputs: in \(command.timeline).")
        }
        for output in plan.outputs where output.kind == .sound { try output.requireSound(of: plan) }
        try plan.requireCreatableOutputs(overwrite: command.overwrites)
        if plan.hasPages {
            // Before the pages are recorded, so that errors come first.
            _ = try plan.pictureRoutes(of: plan.outputs.filter { $0.copying == .required })
        }
        let writer = InterchangeWriter(description, plan: plan, probe: probe)
        file.warnings(of: plan).forEach(warn)
        let interchange = try plan.outputs.filter(\.kind.isText).map { output in
            guard unsafe command.overwrites || access(output.path, F_OK) != 0 else {
                throw FileError(
                    .cannotCreateOutput,
                    "\(output.path) exists. Choose another name, or replace it with --overwrite.")
            }
            try OutputFile.requireCreatable(output.path, overwrite: true, content: .video)
            return (output, try plan.subtitles(for: output) ?? writer.text(for: output.path))
        }
        return (plan, interchange)
    }
}
