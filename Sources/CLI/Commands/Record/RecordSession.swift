import EngineLink
import Files
import Foundation
import PageSampler
import PageServer
import Photos
import Recorder

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
        await run.make {
            // The output is named after the start time; it is the same for all attempts.
            let output = try command.newOutput()
            let photos = try command.photos.checkedPlans(overwrite: command.existing.overwrite)
            let poster = try command.posters.checked(overwrite: command.existing.overwrite)
            return (output, try server.get(), photos, poster)
        } _: { prepared, number in
            await run.signals.start()
            let (output, server, photos, poster) = prepared
            let (summary, files) = try await record(to: output, from: server, attempt: number)
            return await finish(summary, files, photos: photos, poster, attempt: number)
        }
    }

    /// Loads the page anew and records it.
    ///
    /// - Returns: The summary, and the files of its steps, which are to be placed.
    private func record(
        to output: String, from server: PageServer?, attempt: Int
    ) async throws -> (RecordingSummary, StepFiles) {
        run.log?.add(.started(page: command.page, output: output, attempt: attempt))
        var plan = try command.plan(output: output, from: server)
        let reporter = run.reporter
        let files = try stepFiles(of: &plan, output)
        let recorded = plan
        let show = onMainActor { reporter.show($0, of: recorded) }
        let recording = Recording(plan) { event in
            files.note(event)
            show(event)
        } onStepStill: {
            files.add($0)
        }
        defer { reporter.clear() }
        do {
            let summary = try await run.signals.run {
                recording.interrupt()
            } abort: {
                recording.abort()
                files.discard()
                reporter.clear()
                Message.error("aborted; nothing was written.")
            } _: {
                try await recording.run()
            }
            return (summary, files)
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
        _ summary: RecordingSummary, _ files: StepFiles, photos: [PhotoPlan], _ poster: Poster?, attempt: Int
    ) async -> UnattendedRun.Made {
        let line = summary.line
        run.reporter.tell(line)
        let status = ExitStatus(of: summary, signal: run.signals.status)
        var made = PhotoMaker.Outcome()
        if let video = summary.output {
            // Warnings about photos are not logged.
            let reporter = WorkReporter(quiet: command.messages.quiet)
            made = await PhotoMaker(signals: run.signals, reporter: reporter).make(photos, of: video)
        }
        let posterFailure = await Poster.make(poster, of: summary.output, run.reporter)
        let pictures = files.place(with: summary)
        for line in pictures.lines { run.reporter.tell(line) }
        let failure = posterFailure ?? pictures.failure ?? saveState(of: summary, status)
        let picture = posterFailure == nil && summary.output != nil ? poster?.path : nil
        return UnattendedRun.Made(
            summary: RecordingJSON(
                summary, attempts: attempt, photos: made.made, poster: picture, steps: pictures.pictures),
            lines: [line],
            failure: made.failure ?? failure,
            status: status, areLinesShown: true, faults: summary.unmetExpectations,
            // The user does not know a generated name yet.
            result: command.file.output == nil ? summary.output : nil,
            onSuccess: { removeOldOutputs(before: summary) })
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
        let removal = old.remove(keeping: keeping.keep, size: keeping.keepSize, latest: latest)
        for path in removal.removed {
            run.log?.add(.removed(path))
            run.reporter.tell("removed \(path) (\(keeping.text)).")
        }
        removal.failures.forEach(run.complain)
    }
}
