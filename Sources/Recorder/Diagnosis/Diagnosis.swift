internal import Encoder
private import Foundation
internal import Frames
internal import PageSampler

/// Finds out what this machine has of what recordings need, by trying it.
///
/// It lives on the main actor, whose loop ``MainLoop`` drives.
@MainActor
public final class Diagnosis {
    private let onFinding: @MainActor (Finding) -> Void
    private var findings: [Finding] = []

    /// How long a page may take to be shown; it takes a second or two.
    private static let patience = Duration.seconds(30)

    /// Prepares; nothing is tried yet.
    ///
    /// - Parameter onFinding: Hears of each part as soon as it was tried, on
    ///   the main actor.
    public init(onFinding: @escaping @MainActor (Finding) -> Void = { _ in }) { self.onFinding = onFinding }

    /// Tries every part.
    ///
    /// - Returns: What was found, in order.
    public func run() async -> [Finding] {
        let hasDisplay = checkDisplay()
        let isConfined = checkSandbox()
        let library = Result { () throws(PageError) in try PageProbe.findClockLibrary() }
        do {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pagereel-doctor-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            defer { try? FileManager.default.removeItem(at: folder) }
            let page = folder.appendingPathComponent("page.html")
            try Data(TrialPage.html.utf8).write(to: page)
            let isShown = await checkPage(page.path, hasDisplay: hasDisplay, isConfined: isConfined)
            await checkRecording(
                page.path, to: folder.appendingPathComponent("video.mp4").path, isShown: isShown,
                isConfined: isConfined, library: library)
        } catch {
            add(
                Finding(
                    "temporary files", .broken,
                    "No page can be put into \(FileManager.default.temporaryDirectory.path) "
                        + "(\(error.localizedDescription)). Point TMPDIR at a folder that can be written."))
        }
        for finding in CodecFindings.all() { add(finding) }
        return findings
    }

    private func add(_ finding: Finding) {
        findings.append(finding)
        onFinding(finding)
    }

    // MARK: What a page needs

    private func checkDisplay() -> Bool {
        do throws(PageError) {
            try PageProbe.startDisplay()
            add(Finding("display server", .ok, "Xvfb starts"))
            return true
        } catch {
            add(gap("display server", error, isThere: PageProbe.has("Xvfb"), package: "xvfb"))
            return false
        }
    }

    private func checkSandbox() -> Bool {
        do throws(PageError) {
            try PageProbe.confine()
            add(Finding("sandbox", .ok, "bubblewrap confines the page's process"))
            return true
        } catch {
            add(gap("sandbox", error, isThere: PageProbe.has("bwrap"), package: "bubblewrap"))
            return false
        }
    }

    private func gap(_ part: String, _ error: PageError, isThere: Bool, package: String) -> Finding {
        Finding(part, isThere ? .broken : .missing, error.message, packages: isThere ? [] : [package])
    }

    // MARK: A page

    /// Shows a page, and has it look at its fonts and players.
    ///
    /// - Returns: Whether it was shown.
    private func checkPage(_ page: String, hasDisplay: Bool, isConfined: Bool) async -> Bool {
        guard hasDisplay else {
            for part in ["page"] + PageFindings.parts {
                add(Finding(part, .untried, isNeeded: part == "page", "needs the display server"))
            }
            return false
        }
        do {
            let (isDrawn, answer) = try await PageProbe.show(
                page, colour: TrialPage.colour, isConfined: isConfined, asking: TrialPage.question,
                patience: Self.patience)
            let engine = "WebKitGTK \(PageProbe.engineVersion)"
            add(
                isDrawn
                    ? Finding("page", .ok, "\(engine) shows one\(isConfined ? "" : ", outside the sandbox")")
                    : Finding("page", .broken, "\(engine) loads one, and draws nothing of it."))
            for finding in PageFindings.all(of: try TrialPage.Abilities(answer)) { add(finding) }
            return isDrawn
        } catch {
            add(Finding("page", .broken, "\(error)"))
            for part in PageFindings.parts { add(Finding(part, .untried, isNeeded: false, "needs a page")) }
            return false
        }
    }

    // MARK: A recording

    /// What the page's time is when its loading begins: the first second of
    /// 2001.
    private static let date: Int64 = 978_307_200_000

    /// Records the page on the virtual clock, or in real time where that is
    /// missing.
    private func checkRecording(
        _ page: String, to output: String, isShown: Bool, isConfined: Bool, library: Result<String, PageError>
    ) async {
        if case .failure(let error) = library { add(Finding("page clock", .missing, error.message)) }
        let hasClock = (try? library.get()) != nil
        guard isShown else {
            for part in hasClock ? ["page clock", "recording"] : ["recording"] {
                add(Finding(part, .untried, "needs a page"))
            }
            return
        }
        do {
            var plan = RecordingPlan(page: try PageAddress(page), output: output)
            plan.pageOptions.size = PixelSize(width: 320, height: 180)
            plan.pageOptions.isSandboxed = isConfined
            plan.pageOptions.virtualTime = hasClock ? plan.pageOptions.virtualTime : nil
            plan.pageOptions.virtualTime?.date = Self.date
            plan.start = .load
            plan.duration = .milliseconds(200)
            plan.startTimeout = Self.patience
            let summary = try await Recording(plan).run()
            if hasClock { add(clock(of: summary)) }
            add(recording(of: summary))
        } catch {
            if hasClock { add(Finding("page clock", .untried, "needs a recording")) }
            add(Finding("recording", .broken, "\(error)"))
        }
    }

    private func clock(of summary: RecordingSummary) -> Finding {
        let times = (try? JSONDecoder().decode([Int64].self, from: Data(summary.title.utf8))) ?? []
        // Loading takes some of the page's time.
        guard times.count == 2, (0..<60_000).contains(times[0] - Self.date), (150..<1_000).contains(times[1] - times[0])
        else {
            return Finding(
                "page clock", .broken,
                "The page does not live by the time that it is given. Record with --clock realtime, and see whether "
                    + "something else is preloaded (LD_PRELOAD).")
        }
        return Finding("page clock", .ok, "the page's time moves as it is told")
    }

    private func recording(of summary: RecordingSummary) -> Finding {
        guard let movie = summary.movie, movie.frames == 6 else {
            return Finding(
                "recording", .broken, "A recording of six frames ended early (\(summary.exitReason.rawValue)).")
        }
        return Finding("recording", .ok, "\(movie.frames) frames of \(movie.size), \(movie.format.codec.title)")
    }
}
