import Encoder
import EngineLink
import Files
import Frames
import Glibc
import PageSampler
import PageServer
import Recorder
import Synchronization
import SystemPackage

extension StillsCommand {
    /// Takes the pictures on the main run loop, compares them, and reports.
    ///
    /// - Throws: The error of a page, a file or the server, before pictures are taken.
    func takeStills() throws -> ExitStatus {
        CommandEnvironment.prepare(isVerbose: messages.verbose)
        let server = try serve.start()
        defer { withExtendedLifetime(server) {} }
        let plan = try plan(from: server)
        try comparison.requireReferences()
        try comparison.requireDistinctFolders(output: stills.output, screenshots: pictures.screenshots)
        try requireCreatable()
        let screenshots = try Screenshots(
            plan, in: pictures.screenshots ?? stills.output, prefix: "", overwrite: stills.overwrite)
        if let path = stills.moments.map(path).first(where: { screenshots?.paths.contains($0) ?? false }) {
            screenshots?.discard()
            throw FileError(
                .cannotCreateOutput,
                "A still and a screenshot would both be \(path). Choose another name for screenshot:, or a folder with "
                    + "--screenshots.")
        }
        return CommandLoop.run { await take(plan, screenshots) }
    }

    /// Converts the arguments to a plan.
    func plan(from server: PageServer?) throws -> TakePlan {
        var plan = TakePlan(page: try PageAddress(page, from: server))
        try pageOptions.apply(to: &plan)
        try data.apply(to: &plan.options)
        plan.options.signalAddresses = signals.addresses
        // Pictures are taken even if no recording would start.
        plan.start = .load
        timeouts.apply(to: &plan)
        try clock.apply(to: &plan)
        plan.options.rendering = picture.rendering
        plan.options.isTransparent = picture.transparent
        plan.options.reportsConsole = messages.verbose
        plan.longestPageTime = stills.until
        plan.stillElement = stills.selector
        plan.ignoredElements = comparison.ignoredElements
        guard plan.stillElement == nil || plan.pageMagnification == 1 else {
            throw PageError(.invalidPlan, "--selector and the step zoom cannot be combined. Use screenshot: with of:.")
        }
        guard !stills.fullPage || plan.pageMagnification == 1 else {
            throw PageError(.invalidPlan, "--full-page and the step zoom cannot be combined.")
        }
        guard plan.ignoredElements.isEmpty || plan.pageMagnification == 1 else {
            throw PageError(
                .invalidPlan, "--ignore with a selector and the step zoom cannot be combined. Pass X,Y,WxH to --ignore."
            )
        }
        return plan
    }

    /// Fails early if a picture already exists or cannot be created.
    private func requireCreatable() throws {
        for path in stills.moments.map(path) {
            guard unsafe stills.overwrite || access(path, F_OK) != 0 else {
                throw FileError(
                    .cannotCreateOutput,
                    "\(path) exists. Choose another folder, or replace its pictures with --overwrite.")
            }
            try OutputFile.requireCreatable(path, overwrite: true, content: .picture)
        }
        try comparison.requireCreatable(moments: stills.moments)
    }

    func path(for moment: PictureMoment) -> String {
        FilePath(stills.output).appending(StillFile.name(for: moment)).string
    }

    @MainActor
    private func take(_ plan: TakePlan, _ screenshots: Screenshots?) async -> ExitStatus {
        let taken = TakenPictures()
        let onEvent = onMainActor { show($0) }
        let signals = StopSignals()
        await signals.start()
        do {
            var plan = plan
            if stills.fullPage {
                plan = try await FullPage.plan(plan, at: stills.moments, interruptibleBy: signals)
            }
            let run = PageStills(plan, at: stills.moments) { event in
                screenshots?.note(event)
                onEvent(event)
            } onStill: {
                taken.add($0)
            } onStepStill: {
                screenshots?.add($0)
            }
            let missing = try await signals.run(interrupt: { run.interrupt() }) { try await run.run() }
            let pictures = try taken.pictures(at: stills.moments)
            for (moment, picture) in pictures {
                try StillWriter.write(encoded: picture.file, to: path(for: moment), overwrite: stills.overwrite)
            }
            let height = plan.options.size.height
            if let text = FullPage.warning(of: taken.hiddenHeights, inViewOf: height) { Message.warning(text) }
            let shots = try screenshots?.commit().map(\.path) ?? []
            let death: String? =
                switch run.exitReason {
                case .hung?: "the page hung before"
                case .crashed?: "the page crashed before"
                default: nil
                }
            for moment in missing {
                let reason = death.map { ": \($0)" } ?? " within \(stills.until.text) (--until)"
                Message.error("\(moment) did not come\(reason).")
            }
            let missedSteps = run.steps.missedSentences
            missedSteps.forEach(Message.error)
            let compared = try comparison.compare(
                pictures.map { path(for: $0.moment) } + shots, in: stills.output,
                ignoring: pictures.map { (StillFile.name(for: $0.moment), $0.picture.ignored) })
            let report = StillsReport(
                pictures: pictures.map { moment, picture in
                    .init(moment: "\(moment)", pageTime: picture.pageTime.inRoundedSeconds, file: path(for: moment))
                },
                missing: missing.map(\.description), screenshots: shots, steps: run.steps.map { StepJSON($0) },
                comparison: compared)
            tell(report)
            if death != nil { return .pageDied }
            return report.passed && missedSteps.isEmpty ? .success : .unexpected
        } catch {
            screenshots?.discard()
            Message.error("\(error)")
            return ExitStatus(error, signal: signals.status)
        }
    }

    private func tell(_ report: StillsReport) {
        if messages.json { return Message.result(jsonLine(report)) }
        guard messages.quiet else { return Message.result(report.text) }
        report.mismatches.forEach(Message.error)
    }

    private func show(_ event: RecordingEvent) {
        guard !messages.quiet else { return }
        switch event {
        case .console(let line): Message.page("\(line)")
        case .warning(let text): Message.warning(text)
        case .notice(let text): Message.note(text)
        default: break
        }
    }
}

/// The pictures taken of a page, compressed to save memory.
final class TakenPictures: Sendable {
    struct Picture {
        /// When it was taken, since the page began to arrive.
        let pageTime: Duration
        let file: [UInt8]
        /// The parts that are not compared, beside those of all pictures.
        let ignored: [PictureRegion]
    }

    private let taken = Mutex<[PictureMoment: Result<Picture, any Error>]>([:])
    private let hidden = Mutex<[PictureMoment: Int]>([:])

    /// How much of the page was below the view of each picture, in CSS pixels.
    var hiddenHeights: [PictureMoment: Int] { hidden.withLock(\.self) }

    /// Adds a picture, replacing an earlier one of the same moment.
    func add(_ still: Still) {
        let picture = Result {
            Picture(
                pageTime: still.pageTime, file: try StillWriter.encoded(still.pixels),
                ignored: still.ignored.map(PictureRegion.init))
        }
        taken.withLock { $0[still.moment] = picture }
        hidden.withLock { $0[still.moment] = still.hiddenHeight }
    }

    /// Returns the pictures of some moments, in order; moments without a picture are left out.
    ///
    /// - Throws: ``FileError`` if one could not be compressed.
    func pictures(at moments: [PictureMoment]) throws -> [(moment: PictureMoment, picture: Picture)] {
        let taken = taken.withLock(\.self)
        return try moments.compactMap { moment in try taken[moment].map { (moment, try $0.get()) } }
    }
}

enum StillFile {
    /// Returns the name for a moment: a time in milliseconds, so that names
    /// sort by time (`0002500ms.png`), or a signal's word and name.
    ///
    /// Pages choose the names of marks.
    static func name(for moment: PictureMoment) -> String {
        switch moment {
        case .time(let time):
            let microseconds = Int((time.inSeconds * 1_000_000).rounded())
            let (milliseconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1000)
            let digits = "\(milliseconds)"
            let fraction = rest == 0 ? "" : ".\(String(1000 + rest).dropFirst())"
            return String(repeating: "0", count: max(0, 7 - digits.count)) + digits + fraction + "ms.png"
        case .signal(let word, nil):
            return "\(word).png"
        case .signal(let word, let name?):
            return "\(word)-\(String(name.prefix(100)).portableFileName).png"
        }
    }
}
