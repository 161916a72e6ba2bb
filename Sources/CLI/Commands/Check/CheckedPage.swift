import EngineLink
import Files
import Foundation
import Frames
import Glibc
import Notation
import PageSampler
import PageServer
import Recorder
import RecordingLibrary
import Reports

// The check of one page.

extension CheckCommand {
    /// Follows the page on the main run loop, judges it, prints the report, and returns the exit status.
    func checkPage() -> ExitStatus {
        do {
            let server = try serve.start()
            defer { withExtendedLifetime(server) {} }
            let plan = try plan(for: page, from: server)
            return CommandLoop.run { await check(plan) }
        } catch {
            return fail(error, signal: nil)
        }
    }

    /// Converts the arguments to a plan.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - server: The server of the page's folder, if there is one.
    /// - Throws: ``PageError`` and ``PageServerError`` for a missing
    ///   page, and errors of files that it needs.
    func plan(for page: String, from server: PageServer?) throws -> TakePlan {
        var plan = TakePlan(page: try PageAddress(page, from: server))
        try pageOptions.apply(to: &plan)
        try data.apply(to: &plan.options)
        signals.apply(to: &plan)
        plan.options.signalAddresses = addresses.addresses
        try clock.apply(to: &plan)
        // A fixed seed, so that times repeat even if the page uses random
        // numbers.
        if plan.options.virtualTime?.seed == nil { plan.options.virtualTime?.seed = 1 }
        plan.frameRate = follow.fps
        plan.longestPageTime = follow.until
        try saving.apply(to: &plan)
        return plan
    }

    @MainActor
    private func check(_ plan: TakePlan) async -> ExitStatus {
        let begun = SuspendingClock.now
        let signals = StopSignals()
        await signals.start()
        var reserved: StepFiles?
        var reservedRun: RunFiles?
        do {
            var plan = plan
            let files = try stepFiles(of: &plan)
            reserved = files
            let runFiles = try runFiles()
            reservedRun = runFiles
            runFiles.apply(to: &plan.options)
            if runFiles.hasReport, !plan.steps.isEmpty { plan.stepPictures = .all }
            let pictures = CheckPictures()
            let onEvent = onMainActor { [plan] in show($0, of: plan) }
            let check = PageCheck(plan) { event in
                files.note(event)
                runFiles.events.note(event)
                pictures.note(event)
                onEvent(event)
            } onStepStill: {
                files.add($0)
                if runFiles.hasReport { pictures.add($0) }
            }
            let report = try await signals.run(interrupt: { check.interrupt() }) { try await check.run() }
            let verdicts = expectations.all.map { Verdict($0, report) }
            var result = CheckResult(report, verdicts)
            result.wallTime = begun.duration(to: SuspendingClock.now).inRoundedSeconds
            if let name = expectations.name { result.name = name }
            let written = files.place(title: expectations.name ?? report.title ?? report.page, page: report.page)
            if let failure = written.failure { throw failure }
            written.pictures.mark(in: &result.steps)
            WrittenFiles.note(written.pictures.map(\.path))
            result.storyboard = written.storyboard
            if storyboards.storyboard != nil, written.storyboard == nil { written.lines.last.map(Message.warning) }
            if !result.passed, !expectations.update, signals.status == nil {
                await leaveFiles(of: &result, report, verdicts, check.plan)
            }
            if expectations.update, signals.status == nil {
                let isLive = check.plan.options.virtualTime == nil
                Message.result("--expect '\(result.observations(isLive: isLive).joined(separator: ", "))'")
                return Self.statusOfUpdate(for: [result])
            }
            var run = RunReport(result, report, verdicts, command: repeatable(plan.page).text, runFiles)
            if runFiles.hasReport { run.pictures = await pictures.all(of: report, check.plan) }
            try place([run], runFiles)
            try giveReport(of: [result])
            // A page that does not do what is expected may be signed out.
            if result.passed, signals.status == nil, let line = try saving.save(report.state), !messages.quiet {
                Message.note(line)
            }
            return signals.status ?? (result.passed ? .success : .unexpected)
        } catch {
            reserved?.discard()
            return fail(error, signal: signals.status, reservedRun)
        }
    }

    /// Reserves the files that say what happens in the check; a case's page is part of a report of all.
    ///
    /// - Throws: ``FileError`` if one exists and may not be replaced.
    func runFiles() throws(FileError) -> RunFiles {
        try RunFiles(
            report: expectations.reports.first(where: ReportFormat.isFolder), har: archiving.har,
            overwrites: (report: true, har: existing.overwrite), part: CaseRun.partOfReport)
    }

    /// Writes the HTML report and the requests.
    func place(_ runs: [RunReport], _ files: RunFiles) throws(FileError) {
        let title = CasesFile.isName(page) ? String(page.fileName) : expectations.name ?? runs.first?.title ?? ""
        for line in try files.place(runs, title: title).lines where !messages.quiet { Message.note(line) }
    }

    /// Reserves the files of the steps.
    ///
    /// - Throws: ``FileError`` if one exists and may not be replaced.
    private func stepFiles(of plan: inout TakePlan) throws(FileError) -> StepFiles {
        let storyboard = try storyboards.reserve(for: &plan, overwrite: existing.overwrite)
        let take = plan
        return try StepFiles(storyboard: storyboard) { () throws(FileError) in
            try Screenshots(take, in: pictureFolder, prefix: picturePrefix, overwrite: existing.overwrite)
        }
    }

    /// The folder of the pictures of steps.
    var pictureFolder: String { pictures.screenshots ?? "." }

    /// What their names begin with: a case's name keeps its pictures apart from those of others.
    var picturePrefix: String { expectations.name.map(Self.picturePrefix) ?? "" }

    /// What the names of the pictures of a named case or page begin with.
    static func picturePrefix(of name: String) -> String { "\(name.portableFileName)-" }

    /// Writes the files that help to find out why the check failed.
    @MainActor
    private func leaveFiles(
        of result: inout CheckResult, _ report: CheckReport, _ verdicts: [Verdict], _ plan: TakePlan
    ) async {
        let failedTimes = verdicts.filter { !$0.isMet }.compactMap(\.pageTime) + report.mistakes.map(\.pageTime)
        let files = FailureFiles(folder: expectations.failures, name: result.name, report)
        do {
            // A signal that never came is missing at the end.
            result.files = try await files.write(around: failedTimes.min() ?? report.pageTime, plan)
            if let index = report.failureStill?.step.index, result.steps.indices.contains(index) {
                result.steps[index].picture = files.sheetPath
            }
        } catch {
            Message.warning("\(error)")
        }
    }

    private func show(_ event: RecordingEvent, of plan: TakePlan) {
        // What is wrong with the options is said in any case.
        if case .warning(let text) = event, plan.warnings.contains(text), !messages.quiet { Message.warning(text) }
        guard messages.verbose else { return }
        switch event {
        case .console(let line): Message.page("\(line)")
        case .warning(let text) where !plan.warnings.contains(text): Message.warning(text)
        case .loading: Message.note("checking \(plan.page)")
        default: break
        }
    }

    /// Reports an error, and returns its exit status.
    ///
    /// - Parameter files: The files that say what happens in the check, if they have been reserved.
    private func fail(_ error: any Error, signal: ExitStatus?, _ files: RunFiles? = nil) -> ExitStatus {
        Message.error("\(error)")
        guard Self.isMissingPage(error) else {
            files?.discard()
            return ExitStatus(error, signal: signal)
        }
        // A missing page is a failed check, with a report for programs.
        let page = ShownAddress.text(self.page)
        let result = CheckResult(
            name: expectations.name ?? page, page: page, ending: "not-loaded",
            failure: ShownAddress.hidingSecrets(in: "\(error)"))
        do {
            let files = try files ?? runFiles()
            var run = RunReport(result, date: files.date)
            files.events.fill(&run)
            try place([run], files)
            try giveReport(of: [result], printing: messages.format != .text)
            return .unexpected
        } catch {
            Message.error("\(error)")
            return ExitStatus(error, signal: signal)
        }
    }

    private static func isMissingPage(_ error: any Error) -> Bool {
        if let error = error as? PageError { return error.code == .cannotLoad }
        if case .noPage = error as? PageServerError { return true }
        return false
    }
}
