import Encoder
import EngineLink
import Frames
import PageSampler
import Recorder
import Reports
import Synchronization

/// Pictures of a checked page for its report.
///
/// A page with steps has a picture of each step, captured while it is checked: its steps are not performed twice. Another
/// page is loaded once more, and captured at its signals. Any thread may use it.
final class CheckPictures: Sendable {
    private let pictures = Mutex<[RunReport.Picture]>([])

    /// The most pictures of a report.
    private static let most = 60
    /// How many of them are spread over the page's time.
    private static let strip = 12
    /// The largest width of a picture, in pixels.
    private static let width = 640

    /// Begins again if the page is loaded again.
    func note(_ event: RecordingEvent) {
        if case .loading = event { pictures.withLock { $0 = [] } }
    }

    /// Keeps the picture of a step.
    func add(_ still: StepStill) {
        if case .screenshot = still.step.purpose { return }
        guard pictures.withLock({ $0.count < Self.most }) else { return }
        let caption = still.step.outcome.status == .failed ? "failed: \(still.step.outcome.step.action.title)" : nil
        guard let picture = Self.picture(still.pixels, at: still.step.pageTime, caption) else { return }
        pictures.withLock { $0.append(picture) }
    }

    /// The pictures of a page that has been checked.
    ///
    /// - Parameters:
    ///   - report: What the page did.
    ///   - plan: The plan of the check.
    func all(of report: CheckReport, _ plan: TakePlan) async -> [RunReport.Picture] {
        guard plan.steps.isEmpty, plan.options.virtualTime != nil else {
            if let still = report.failureStill { add(still) }
            return pictures.withLock(\.self)
        }
        if case .failed = report.ending { return [] }
        let stills = await Self.stills(of: plan, at: Self.moments(of: report), date: report.date)
        return stills.compactMap { Self.picture($0.pixels, at: $0.pageTime, nil) }
    }

    private static func picture(_ pixels: PixelBuffer, at time: Duration, _ caption: String?) -> RunReport.Picture? {
        // A report without this picture is still one.
        guard let small = try? ContactSheet.fitted(pixels, width: min(width, pixels.size.width)) else { return nil }
        return RunReport.Picture(small, pageTime: time.inReportSeconds, time: nil, caption: caption)
    }

    /// When to capture a page: when it did something, and at some times between.
    private static func moments(of report: CheckReport) -> [Duration] {
        let end = max(report.pageTime, .milliseconds(1))
        let spread = (0...strip).map { end * $0 / strip }
        let faults = report.pageErrors.map(\.pageTime) + report.mistakes.map(\.pageTime)
        let events = report.signals.map(\.pageTime) + faults
        let wanted = Set(spread + events.prefix(most - strip - 1)).filter { $0 >= .zero }
        return wanted.sorted()
    }

    /// Loads a page once more, and captures it.
    ///
    /// - Parameters:
    ///   - plan: The plan of a check.
    ///   - moments: The page times of the pictures.
    ///   - date: The page's date in the check.
    static func stills(of plan: TakePlan, at moments: [Duration], date: Int64?) async -> [Still] {
        var plan = plan
        // The same page on the same date.
        plan.options.virtualTime?.date = date
        plan.options.rendering = .auto
        plan.options.reportsActivity = false
        plan.longestPageTime = (moments.max() ?? .zero) + .seconds(1)
        let stills = Mutex<[PictureMoment: Still]>([:])
        // The page may fail again; the pictures until then are used.
        _ = try? await PageStills(plan, at: moments.map { .time($0) }) { still in
            stills.withLock { $0[still.moment] = still }
        }.run()
        return stills.withLock { $0.values.sorted { $0.pageTime < $1.pageTime } }
    }
}
