import Encoder
import EngineLink
import Files
import Foundation
import Notation
import PageSampler
import PageServer
import Photos
import Recorder
import Reports

/// Runs `pagereel record`: plans, records, makes photos of the video, and removes older outputs.
@MainActor
struct RecordSession {
    private let command: RecordCommand
    private let run: UnattendedRun

    /// Runs a command on the main run loop, and returns the exit status.
    nonisolated static func run(_ command: RecordCommand) -> ExitStatus {
        // The recorder changes its own environment for the page.
        let environment = ProcessInfo.processInfo.environment
        CommandEnvironment.prepare(isVerbose: command.messages.verbose)
        let server = Result { try command.serve.start() }
        return CommandLoop.run {
            let run = UnattendedRun(
                command.unattended, messages: command.messages, environment: environment, recording: command.page)
            return await RecordSession(command: command, run: run).record(from: server)
        }
    }

    /// Records and reports.
    ///
    /// - Parameter server: The server of the page's folder, if there is one.
    private func record(from server: Result<PageServer?, any Error>) async -> ExitStatus {
        await run.make(after: {
            // The output is named after the start time; it is the same for all attempts.
            let output = try command.newOutput()
            try command.requireCreatable(output)
            let photos = try command.photos.checkedPlans(overwrite: command.existing.overwrite)
            let poster = try command.posters.checked(overwrite: command.existing.overwrite)
            return Preparation(
                output: output, server: try server.get(), photos: photos, poster: poster, files: try runFiles())
        }) { prepared, number in
            await run.signals.start()
            let (summary, plan, files) = try await record(prepared, attempt: number)
            return await finish(summary, plan, files, prepared, attempt: number)
        } onFailure: { prepared, error in
            report(error, of: prepared)
        }
    }

    /// What all attempts share.
    private struct Preparation {
        let output: String
        let server: PageServer?
        let photos: [PhotoPlan]
        let poster: Poster?
        let files: RunFiles
    }

    /// Reserves the files that say what happens in the run.
    ///
    /// - Throws: ``FileError``.
    private func runFiles() throws(FileError) -> RunFiles {
        let overwrite = command.existing.overwrite
        return try RunFiles(
            report: command.reporting.report, har: command.archiving.har, trace: command.tracing.trace,
            overwrites: (overwrite, overwrite))
    }

    /// Loads the page anew and records it.
    ///
    /// - Returns: The summary, the plan, and the files of its steps, which are to be placed.
    private func record(
        _ prepared: Preparation, attempt: Int
    ) async throws -> (RecordingSummary, RecordingPlan, StepFiles) {
        let output = prepared.output
        run.log?.add(.started(page: command.page, output: output, attempt: attempt))
        var plan = try command.plan(output: output, from: prepared.server)
        let runFiles = prepared.files
        runFiles.apply(to: &plan.options)
        let reporter = run.reporter
        let files = try stepFiles(of: &plan, output)
        let recorded = plan
        let show = onMainActor { reporter.show($0, of: recorded) }
        let recording = Recording(
            plan,
            onEvent: { event in
                files.note(event)
                runFiles.events.note(event)
                show(event)
            }, onStepStill: { files.add($0) }, onWork: runFiles.onWork)
        defer { reporter.clear() }
        do {
            let summary = try await run.signals.run {
                recording.interrupt()
            } abort: {
                recording.abort()
                files.discard()
                runFiles.discard()
                reporter.clear()
                Message.error("aborted; nothing was written.")
            } _: {
                try await recording.run()
            }
            return (summary, recorded, files)
        } catch {
            files.discard()
            throw error
        }
    }

    /// Reserves the files of the steps.
    ///
    /// - Throws: ``FileError`` if one exists and may not be replaced.
    private func stepFiles(of plan: inout RecordingPlan, _ output: String) throws -> StepFiles {
        let overwrite = command.existing.overwrite
        let storyboard = try command.storyboards.reserve(for: &plan.take, overwrite: overwrite)
        let take = plan.take
        return try StepFiles(storyboard: storyboard) { () throws(FileError) in
            try command.pictures.reserve(for: take, output: output, overwrite: overwrite)
        }
    }

    /// Reports the video, and makes the photos of it.
    private func finish(
        _ recorded: RecordingSummary, _ plan: RecordingPlan, _ files: StepFiles, _ prepared: Preparation, attempt: Int
    ) async -> UnattendedRun.Made {
        var summary = recorded
        if let warning = recorded.movie.flatMap({ prepared.poster?.warning(ofVideoLasting: $0.duration) }) {
            run.reporter.warn(warning)
            summary.warnings.append(warning)
        }
        let line = summary.line
        run.reporter.tell(line)
        let status = ExitStatus(of: summary, signal: run.signals.status)
        var made = PhotoMaker.Outcome()
        if let video = summary.output {
            // Warnings about photos are not logged.
            let reporter = WorkReporter(quiet: command.messages.quiet)
            made = await PhotoMaker(signals: run.signals, reporter: reporter).make(prepared.photos, of: video)
        }
        let poster = prepared.poster
        let posterFailure = await Poster.make(poster, of: summary.output, run.reporter)
        let pictures = files.place(with: summary)
        for line in pictures.lines { run.reporter.tell(line) }
        let report = await report(summary, of: plan, status, prepared.files)
        let failure = posterFailure ?? pictures.failure ?? saveState(of: summary, status) ?? report.failure
        let picture = posterFailure == nil && summary.output != nil ? poster?.path : nil
        return UnattendedRun.Made(
            summary: RecordingJSON(
                summary, attempts: attempt, photos: made.made, poster: picture, steps: pictures.pictures,
                run: report.written),
            lines: [line],
            failure: made.failure ?? failure,
            status: status, areLinesShown: true, faults: summary.unmetExpectations + summary.missedSteps,
            // The user does not know a generated name yet.
            result: command.file.output == nil ? summary.output : nil,
            onSuccess: { removeOldOutputs(before: recorded) })
    }

    /// Writes the report and the requests of a recording.
    ///
    /// - Returns: What was written, and why it could not be; the video is kept in any case.
    private func report(
        _ summary: RecordingSummary, of plan: RecordingPlan, _ status: ExitStatus, _ files: RunFiles
    ) async -> (written: RunFiles.Written, failure: (any Error)?) {
        var report = RunReport(summary, status: status, command: plan.command, files)
        if files.hasReport { await report.addPictures(of: summary) }
        do {
            let written = try files.place([report], title: report.title, media: summary.output)
            for line in written.lines { run.reporter.tell(line) }
            return (written, nil)
        } catch {
            return (RunFiles.Written(), error)
        }
    }

    /// Writes the report and the requests of a recording that failed.
    private func report(_ error: any Error, of prepared: Preparation) {
        // Without a page there is no command that would repeat the run.
        let plan = try? command.plan(output: prepared.output, from: prepared.server)
        let page = plan?.page.description ?? ShownAddress.text(command.page)
        let report = RunReport(error, page: page, command: plan?.command ?? "", prepared.files)
        do {
            let written = try prepared.files.place([report], title: report.title)
            for line in written.lines { run.reporter.tell(line) }
        } catch {
            run.complain("\(error)")
        }
    }

    /// Saves the page's state after a recording that succeeded: a page that does not do what is expected may be signed
    /// out.
    ///
    /// - Returns: Why that failed; the video is kept in any case.
    private func saveState(of summary: RecordingSummary, _ status: ExitStatus) -> (any Error)? {
        guard status == .success else { return nil }
        do {
            if let line = try command.saving.save(summary.state) { run.reporter.tell(line) }
            return nil
        } catch {
            return error
        }
    }

    /// Removes older outputs (`--keep`, `--keep-size`).
    private func removeOldOutputs(before summary: RecordingSummary) {
        // The template was checked with the arguments.
        guard command.keeping.removes, let latest = summary.output, let output = command.file.output,
            let old = try? OldOutputs(output)
        else { return }
        let keeping = command.keeping
        let removal = old.remove(keeping: keeping.keep, size: keeping.keepSize?.bytes, latest: latest)
        for path in removal.removed {
            run.log?.add(.removed(path))
            run.reporter.tell("removed \(path) (\(keeping.text)).")
        }
        removal.failures.forEach(run.complain)
    }
}
