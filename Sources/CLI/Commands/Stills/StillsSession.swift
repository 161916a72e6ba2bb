import Encoder
import EngineLink
import Files
import Frames
import Glibc
import PageSampler
import PageServer
import Recorder
import SystemPackage

/// Runs `pagereel stills`: takes the pictures, compares them, reports, and
/// returns the exit status.
struct StillsSession {
    let command: StillsCommand

    /// Runs the command on the main run loop.
    ///
    /// - Throws: The error of a page, a file or the server, before pictures are taken.
    func run() throws -> ExitStatus {
        CommandEnvironment.prepare(isVerbose: command.messages.verbose)
        let server = try command.serve.start()
        defer { withExtendedLifetime(server) {} }
        let plan = try plan(from: server)
        try refuseExisting()
        return CommandLoop.run { await take(plan) }
    }

    /// Converts the arguments to a plan.
    func plan(from server: PageServer?) throws -> TakePlan {
        var plan = TakePlan(page: try PageAddress(command.page, from: server))
        try command.pageOptions.apply(to: &plan)
        plan.options.signalAddresses = command.signals.addresses
        // Pictures are taken even if no recording would start.
        plan.start = .load
        command.timeouts.apply(to: &plan)
        try command.clock.apply(to: &plan)
        plan.options.rendering = command.picture.rendering
        plan.options.isTransparent = command.picture.transparent
        plan.options.reportsConsole = command.messages.verbose
        plan.longestPageTime = command.until
        return plan
    }

    /// Fails early if a picture already exists.
    private func refuseExisting() throws {
        guard !command.overwrite else { return }
        for path in command.moments.map(path) where unsafe access(path, F_OK) == 0 {
            throw FileError(
                .cannotCreateOutput, "\(path) exists. Choose another folder, or replace its pictures with --overwrite.")
        }
    }

    private func path(for moment: PictureMoment) -> String {
        FilePath(command.output).appending(StillFile.name(for: moment)).string
    }

    @MainActor
    private func take(_ plan: TakePlan) async -> ExitStatus {
        let taken = TakenPictures()
        let stills = PageStills(plan, at: command.moments, onEvent: onMainActor { show($0) }) { taken.add($0) }
        let signals = StopSignals()
        await signals.start()
        do {
            let missing = try await signals.run(interrupt: { stills.interrupt() }) { try await stills.run() }
            let pictures = try taken.pictures(at: command.moments)
            for (moment, picture) in pictures {
                try StillWriter.write(encoded: picture.file, to: path(for: moment), overwrite: command.overwrite)
            }
            for moment in missing { Message.error("\(moment) did not come within \(command.until.text) (--until).") }
            let comparison = try PictureKeeper(arguments: command.comparison, output: command.output).run()
            let report = StillsReport(
                pictures: pictures.map { moment, picture in
                    .init(moment: "\(moment)", pageTime: picture.pageTime.inRoundedSeconds, file: path(for: moment))
                },
                missing: missing.map(\.description), comparison: comparison)
            tell(report)
            return report.passed ? .recorded : .unexpected
        } catch {
            Message.error("\(error)")
            return ExitStatus(error, signal: signals.status)
        }
    }

    private func tell(_ report: StillsReport) {
        if command.messages.json { return Message.result(jsonLine(report)) }
        if !command.messages.quiet { Message.result(report.text) }
    }

    private func show(_ event: RecordingEvent) {
        guard !command.messages.quiet else { return }
        switch event {
        case .console(let line): Message.page("\(line)")
        case .warning(let text): Message.warning(text)
        case .notice(let text): Message.note(text)
        default: break
        }
    }
}
