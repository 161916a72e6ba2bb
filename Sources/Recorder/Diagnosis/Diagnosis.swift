internal import Encoder
internal import EngineLink
private import Files
private import Foundation
internal import Frames
private import Synchronization

/// Checks that this machine can record, by trying every part.
///
/// Any task may run it; it runs once.
public actor Diagnosis {
    private let onFinding: @Sendable (Finding) -> Void
    private var findings: [Finding] = []

    /// The time limit for showing a page, which usually takes 1 to 2 s.
    private static let patience = Duration.seconds(30)

    /// Plans a diagnosis; nothing runs yet.
    ///
    /// - Parameter onFinding: Receives each finding at once.
    public init(onFinding: @escaping @Sendable (Finding) -> Void = { _ in }) { self.onFinding = onFinding }

    /// Tries every part.
    ///
    /// - Returns: The findings, in order.
    public func run() async -> [Finding] {
        let hasDisplay = checkDisplay()
        let engine = startEngine(hasDisplay: hasDisplay)
        let isConfined = await checkSandbox(engine)
        let library = await engine?.ask(.findClockLibrary)
        let versions = await engine?.ask(.readVersions)
        do {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pagereel-doctor-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            // What remains is in the temporary folder.
            defer { try? FileManager.default.removeItem(at: folder) }
            let page = folder.appendingPathComponent("page.html")
            try Data(TrialPage.html.utf8).write(to: page)
            let isShown = await checkPage(page.path, hasDisplay ? engine : nil, isConfined: isConfined)
            await checkClock(hasDisplay ? engine : nil, isConfined: isConfined, library: library)
            await engine?.end()
            await checkRecording(
                page.path, to: folder.appendingPathComponent("video.mp4").path, isShown: isShown,
                isConfined: isConfined, library: library)
        } catch {
            await engine?.end()
            add(
                Finding(
                    "temporary files", .broken,
                    "A page cannot be written to \(FileManager.default.temporaryDirectory.path) "
                        + "(\(SystemError(foundation: error)?.text ?? "\(error)")). Set TMPDIR to a writable folder."))
        }
        for finding in CodecFindings.all() { add(finding) }
        for finding in await VersionFindings.all(engine: versions) { add(finding) }
        return findings
    }

    private func add(_ finding: Finding) {
        findings.append(finding)
        onFinding(finding)
    }

    // MARK: Requirements of a page

    private func checkDisplay() -> Bool {
        do throws(PageError) {
            let display = try PrivateDisplay(screen: Self.options.size)
            display.end()
            add(Finding("display server", .ok, "Xvfb starts"))
            return true
        } catch {
            add(gap("display server", error, program: "Xvfb", package: "xvfb"))
            return false
        }
    }

    private func startEngine(hasDisplay: Bool) -> EngineQuestions? {
        do throws(PageError) {
            return try EngineQuestions(size: Self.options.size, hasDisplay: hasDisplay)
        } catch {
            add(Finding("engine", .broken, error.message))
            return nil
        }
    }

    private func checkSandbox(_ engine: EngineQuestions?) async -> Bool {
        switch await engine?.ask(.confine) {
        case .failed(let error):
            add(gap("sandbox", error, program: "bwrap", package: "bubblewrap"))
            return false
        case nil:
            add(Finding("sandbox", .untried, "needs the engine"))
            return false
        default:
            add(Finding("sandbox", .ok, "bubblewrap can sandbox the page's process"))
            return true
        }
    }

    private func gap(_ part: String, _ error: PageError, program: String, package: String) -> Finding {
        let isThere = ProgramPath.find(program) != nil
        return Finding(part, isThere ? .broken : .missing, error.message, packages: isThere ? [] : [package])
    }

    // MARK: A page

    /// Shows a page, which examines its fonts and players.
    ///
    /// - Returns: Whether the page was drawn.
    private func checkPage(_ page: String, _ engine: EngineQuestions?, isConfined: Bool) async -> Bool {
        guard let engine else {
            for part in ["page"] + PageFindings.parts {
                add(Finding(part, .untried, isNeeded: part == "page", "needs the display server"))
            }
            return false
        }
        let answer = await engine.ask(
            .show(
                file: page, color: TrialPage.color, isConfined: isConfined, question: TrialPage.question,
                patience: Self.patience))
        do {
            guard case .shown(let isDrawn, let text) = answer else { throw Self.error(in: answer) }
            let name = "WebKitGTK \(engine.version)"
            add(
                isDrawn
                    ? Finding("page", .ok, "\(name) shows one\(isConfined ? "" : ", outside the sandbox")")
                    : Finding("page", .broken, "\(name) loads a page but draws nothing."))
            for finding in PageFindings.all(of: try TrialPage.Abilities(text)) { add(finding) }
            return isDrawn
        } catch {
            add(Finding("page", .broken, "\(error)"))
            for part in PageFindings.parts { add(Finding(part, .untried, isNeeded: false, "needs a page")) }
            return false
        }
    }

    /// The error in an unexpected answer.
    private static func error(in answer: ProbeAnswer) -> PageError {
        if case .failed(let error) = answer { return error }
        return PageError(.crashed, "The page's engine answered something else than it was asked.")
    }

    // MARK: Virtual time

    /// Tests the virtual clock with each rendering.
    ///
    /// Default recordings need the configurations without transparency.
    private func checkClock(_ engine: EngineQuestions?, isConfined: Bool, library: ProbeAnswer?) async {
        for variant in EngineVariant.allCases {
            let part = "page clock, \(variant.name)"
            let isNeeded = !variant.isTransparent
            guard let engine else {
                add(Finding(part, .untried, isNeeded: isNeeded, "needs the display server"))
                continue
            }
            if case .failed(let error) = library {
                add(Finding(part, .missing, isNeeded: isNeeded, error.message))
                continue
            }
            var options = Self.options
            options.isSandboxed = isConfined
            switch await engine.ask(.testClock(variant, options)) {
            case .verdict(let verdict): add(clock(part, verdict, of: variant, engine.version))
            case let answer: add(Finding(part, .untried, isNeeded: isNeeded, Self.error(in: answer).message))
            }
        }
    }

    private func clock(_ part: String, _ verdict: EngineVerdict, of variant: EngineVariant, _ version: String)
        -> Finding
    {
        let engine = "WebKitGTK \(version)"
        let isNeeded = !variant.isTransparent
        let numbers = verdict.sources.isEmpty ? "" : " (\(verdict.numbers))"
        guard let fault = verdict.fault else {
            return Finding(part, .ok, isNeeded: isNeeded, "\(engine) is exact\(numbers)", sources: verdict.sources)
        }
        let advice =
            variant.isTransparent
            ? "Pages that move are not right with --transparent."
            : "Record with --clock realtime, and check whether LD_PRELOAD is set."
        return Finding(
            part, .broken, isNeeded: isNeeded, "\(engine) is not exact: \(fault)\(numbers). \(advice)",
            sources: verdict.sources)
    }

    /// How pages are shown.
    private static var options: PageOptions {
        var options = PageOptions()
        options.size = PixelSize(width: 320, height: 180)
        return options
    }

    // MARK: A recording

    /// Records the page on the virtual clock, or in real time if the page clock's library is missing.
    private func checkRecording(
        _ page: String, to output: String, isShown: Bool, isConfined: Bool, library: ProbeAnswer?
    ) async {
        guard isShown else {
            add(Finding("recording", .untried, "needs a page"))
            return add(Finding(Self.soundPart, .untried, isNeeded: false, "needs a recording"))
        }
        do {
            var plan = RecordingPlan(page: try PageAddress(page), output: output)
            plan.options.size = Self.options.size
            plan.options.isSandboxed = isConfined
            if case .failed = library { plan.options.virtualTime = nil }
            plan.start = .load
            plan.duration = .milliseconds(200)
            plan.startTimeout = Self.patience
            let summary = try await Recording(plan).run()
            add(recording(of: summary))
            add(sound(of: summary))
        } catch {
            add(Finding("recording", .broken, "\(error)"))
            add(Finding(Self.soundPart, .untried, isNeeded: false, "needs a recording"))
        }
    }

    private static let soundPart = "the page's own sound"

    private func sound(of summary: RecordingSummary) -> Finding {
        guard summary.movie?.sound == nil else {
            return Finding(Self.soundPart, .ok, isNeeded: false, "a tone is recorded")
        }
        let packages = ["gstreamer1.0-plugins-base", "gstreamer1.0-plugins-good"]
        return Finding(
            Self.soundPart, .missing, isNeeded: false,
            "What a page plays is not recorded. Install what is missing with: apt-get install "
                + packages.joined(separator: " "), packages: packages)
    }

    private func recording(of summary: RecordingSummary) -> Finding {
        guard let movie = summary.movie, movie.frames == 6 else {
            return Finding(
                "recording", .broken, "A recording of six frames ended early (\(summary.exitReason.rawValue)).")
        }
        let clock = summary.virtualTime == nil ? ", in real time" : ""
        return Finding(
            "recording", .ok, "\(movie.frames) frames of \(movie.size), \(movie.format.codec.title)\(clock)")
    }
}

/// An engine that runs a diagnosis's probes, one at a time.
private final class EngineQuestions: Sendable {
    /// WebKitGTK's version, such as `2.50.6`; empty before the first answer.
    var version: String { inbox.version.withLock(\.self) }

    private let engine: EngineProcess
    private let inbox: Inbox

    /// Receives the engine's messages, on its thread.
    private final class Inbox: Sendable {
        let version = Mutex("")
        let answers: AsyncStream<ProbeAnswer>
        let continuation: AsyncStream<ProbeAnswer>.Continuation

        init() { (answers, continuation) = AsyncStream<ProbeAnswer>.makeStream() }
    }

    /// How long the engine may be silent; it sends a heartbeat every second.
    private static let patience = Duration.seconds(30)

    /// Starts an engine.
    ///
    /// - Parameters:
    ///   - size: The size of the pages.
    ///   - hasDisplay: Whether to start a display server, which the engine needs to show pages.
    /// - Throws: `missingComponent`.
    init(size: PixelSize, hasDisplay: Bool) throws(PageError) {
        let inbox = Inbox()
        self.inbox = inbox
        var settings = EngineProcess.Settings(pixelSize: size, patience: Self.patience)
        settings.hasDisplay = hasDisplay
        let listener = EngineProcess.Listener { message throws(PageError) in
            switch message {
            case .hello(_, let version): inbox.version.withLock { $0 = version }
            case .report(.probed(let answer)): inbox.continuation.yield(answer)
            default: break
            }
        } onEnd: { end in
            switch end {
            case .failed(let error): inbox.continuation.yield(.failed(error))
            case .died(let text): inbox.continuation.yield(.failed(PageError(.crashed, "\(text).")))
            case .silent(let length):
                inbox.continuation.yield(
                    .failed(PageError(.hung, "The page's engine has not responded for \(length.text).")))
            case .ended: break
            }
            inbox.continuation.finish()
        }
        engine = try EngineProcess(settings, for: listener)
    }

    /// Runs a probe in the engine and waits for the result.
    func ask(_ probe: EngineProbe) async -> ProbeAnswer {
        engine.send(.probe(probe))
        for await answer in inbox.answers { return answer }
        return .failed(PageError(.crashed, "The page's engine is gone."))
    }

    /// Ends the engine and waits until its processes and files are gone.
    func end() async {
        engine.end()
        await engine.waitForEnd()
    }
}
