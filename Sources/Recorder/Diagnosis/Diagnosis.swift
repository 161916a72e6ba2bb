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
            await checkClock(hasDisplay: hasDisplay, isConfined: isConfined, library: library)
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

    // MARK: The page's time

    /// Tests the virtual clock in each way to make pictures; recordings with every default need those without
    /// transparency.
    private func checkClock(hasDisplay: Bool, isConfined: Bool, library: Result<String, PageError>) async {
        for variant in EngineVariant.allCases {
            let part = "page clock, \(variant.name)"
            let isNeeded = !variant.isTransparent
            if case .failure(let error) = library {
                add(Finding(part, .missing, isNeeded: isNeeded, error.message))
            } else if !hasDisplay {
                add(Finding(part, .untried, isNeeded: isNeeded, "needs the display server"))
            } else {
                do throws(PageError) {
                    var options = Self.options
                    options.isSandboxed = isConfined
                    let verdict = try await SelfTest(for: options).verdict(on: variant, isNew: true)
                    add(clock(part, verdict, of: variant))
                } catch {
                    add(Finding(part, .untried, isNeeded: isNeeded, error.message))
                }
            }
        }
    }

    private func clock(_ part: String, _ verdict: EngineVerdict, of variant: EngineVariant) -> Finding {
        let engine = "WebKitGTK \(PageProbe.engineVersion)"
        let isNeeded = !variant.isTransparent
        let numbers = verdict.sources.isEmpty ? "" : " (\(verdict.numbers))"
        guard let fault = verdict.fault else {
            return Finding(part, .ok, isNeeded: isNeeded, "\(engine) is exact\(numbers)", sources: verdict.sources)
        }
        let advice =
            variant.isTransparent
            ? "Pages that move are not right with --transparent."
            : "Record with --clock realtime, and see whether something else is preloaded (LD_PRELOAD)."
        return Finding(
            part, .broken, isNeeded: isNeeded, "\(engine) is not exact: \(fault)\(numbers). \(advice)",
            sources: verdict.sources)
    }

    /// How the page is shown.
    private static var options: PageOptions {
        var options = PageOptions()
        options.size = PixelSize(width: 320, height: 180)
        return options
    }

    // MARK: A recording

    /// Records the page on the virtual clock, or in real time where that cannot be.
    private func checkRecording(
        _ page: String, to output: String, isShown: Bool, isConfined: Bool, library: Result<String, PageError>
    ) async {
        guard isShown else { return add(Finding("recording", .untried, "needs a page")) }
        do {
            var plan = RecordingPlan(page: try PageAddress(page), output: output)
            plan.pageOptions.size = Self.options.size
            plan.pageOptions.isSandboxed = isConfined
            if (try? library.get()) == nil { plan.pageOptions.virtualTime = nil }
            plan.start = .load
            plan.duration = .milliseconds(200)
            plan.startTimeout = Self.patience
            add(recording(of: try await Recording(plan).run()))
        } catch {
            add(Finding("recording", .broken, "\(error)"))
        }
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
