package import EngineLink
internal import Frames
internal import Notation
private import Synchronization

/// The events of a run, kept for its report.
///
/// Any thread may use it. A page that is loaded again begins anew, as its recording does.
package final class RunEvents: Sendable {
    private let log = Mutex(Log())

    /// Begins without events.
    package init() {}

    /// Keeps an event.
    package func note(_ event: RecordingEvent) { log.withLock { $0.note(event) } }

    /// Adds what happened to a report: its moments, requests, holds, long frames and stretches.
    package func fill(_ report: inout RunReport) { log.withLock(\.self).fill(&report) }

    /// The engine of the page, such as `WebKitGTK 2.50.6`; `nil` if no page was loaded.
    package var engine: String? { log.withLock(\.engine) }

    /// The requests, in the order in which they began.
    package var requests: [PageRequest] {
        log.withLock(\.requests).sorted { $0.realTime < $1.realTime }
    }
}

/// What has happened so far.
private struct Log {
    private(set) var engine: String?
    private(set) var requests: [PageRequest] = []
    private var holds: [ClockHold] = []
    private var longFrames: [LongFrame] = []
    private var stretches: [(pageTime: Duration, time: Duration, end: Duration?)] = []
    private var moments: [(time: Duration?, moment: RunReport.Moment)] = []
    /// The texts of mistakes that a warning repeats.
    private var mistakes: Set<String> = []
    private var hasLeftOut = false
    private var isInRealTime = false

    /// The highest number of moments that a report shows.
    private static let mostMoments = 20_000

    mutating func note(_ event: RecordingEvent) {
        switch event {
        case .loading(let date):
            self = Log()
            isInRealTime = date == nil
        case .signal(let signal): add(RunReport.Moment(signal), at: signal.pageTime)
        case .step(let outcome): add(RunReport.Moment(outcome), at: outcome.time)
        case .console(let line): add(RunReport.Moment(line), at: line.pageTime)
        case .mistake(let mistake):
            mistakes.insert(mistake.text)
            add(RunReport.Moment(.warning, at: nil, mistake.text, isProblem: true), at: mistake.pageTime)
        case .warning(let text):
            if mistakes.remove(text) == nil {
                add(RunReport.Moment(.warning, at: nil, text, isProblem: true), at: nil)
            }
        case .activity(let activity): note(activity)
        // A signal or a step says the same.
        case .lostClock, .chapter, .caption, .started, .progress, .notice, .finishing: break
        }
    }

    private mutating func note(_ activity: PageActivity) {
        switch activity {
        case .engine(let name): engine = name
        case .request(let request): requests.append(request)
        case .hold(let hold): holds.append(hold)
        case .longFrame(let frame): longFrames.append(frame)
        case .runs(let time, let pageTime): stretches.append((pageTime, time, nil))
        case .stands(let time):
            if let last = stretches.indices.last, stretches[last].end == nil { stretches[last].end = time }
        case .restarts(let shift): move(by: shift)
        case .more: hasLeftOut = true
        }
    }

    private mutating func add(_ moment: RunReport.Moment, at time: Duration?) {
        guard moments.count < Self.mostMoments else { return hasLeftOut = true }
        moments.append((time, moment))
    }

    /// Counts all times so far from another document's beginning.
    private mutating func move(by shift: Duration) {
        requests = requests.map { $0.moved(by: shift) }
        holds = holds.map {
            ClockHold($0.reason, pageTime: $0.pageTime - shift, realTime: $0.realTime, duration: $0.duration)
        }
        longFrames = longFrames.map { LongFrame(pageTime: $0.pageTime - shift, duration: $0.duration) }
        moments = moments.map { ($0.time.map { $0 - shift }, $0.moment) }
    }

    // MARK: The report

    func fill(_ report: inout RunReport) {
        report.moments = orderedMoments
        let latest = moments.compactMap(\.time).max() ?? .zero
        report.requests = requests.sorted { $0.realTime < $1.realTime }.map(RunReport.Request.init)
        report.holds = holds.map { hold in
            RunReport.Hold(
                pageTime: hold.pageTime.inReportSeconds, duration: hold.duration.inReportSeconds,
                reason: reason(of: hold))
        }.sorted { $0.pageTime < $1.pageTime }
        report.longFrames = longFrames.map {
            RunReport.LongFrame(pageTime: $0.pageTime.inReportSeconds, duration: $0.duration.inReportSeconds)
        }.sorted { $0.pageTime < $1.pageTime }
        report.stretches = stretches.map { stretch in
            let end = stretch.end ?? stretch.time
            return RunReport.Stretch(
                pageTime: stretch.pageTime.inReportSeconds, time: stretch.time.inReportSeconds,
                duration: (end - stretch.time).inReportSeconds)
        }
        let lastStretch = stretches.last.map { $0.pageTime + (($0.end ?? $0.time) - $0.time) } ?? .zero
        report.end = max(report.end, latest.inReportSeconds, lastStretch.inReportSeconds)
        if hasLeftOut { report.omissions.append("More happened than a report shows; the rest is left out.") }
        if isInRealTime {
            report.omissions.append(
                "The page was followed in real time, so it is not known when its clock stood still, and which frames "
                    + "took long.")
        }
    }

    /// The moments in order of time; one without a time comes after those that were known by then.
    private var orderedMoments: [RunReport.Moment] {
        var latest = Duration.seconds(-1 << 30)
        return moments.enumerated().map { index, entry in
            let time = entry.time ?? latest
            latest = max(latest, time)
            var moment = entry.moment
            moment.pageTime = entry.time?.inReportSeconds
            return (time, index, moment)
        }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
    }

    /// Why the clock stood still, as the end of a sentence.
    private func reason(of hold: ClockHold) -> String {
        guard hold.reason == .requests else { return "the document had not begun to arrive" }
        let end = hold.realTime + hold.duration
        let pending = requests.filter { request in
            request.realTime < end && request.realTime + (request.duration ?? .seconds(1 << 20)) > hold.realTime
        }
        guard let longest = pending.max(by: { ($0.duration ?? end) < ($1.duration ?? end) }) else {
            // Such as a worker's, which the view does not report.
            return "a request had no complete answer"
        }
        let others = pending.count > 1 ? " and \(pending.count - 1) more" : ""
        return "the request for \(longest.address.prefix(200))\(others) had no complete answer"
    }
}

extension Duration {
    /// The length in seconds, to the microsecond, which is what a page's virtual clock counts.
    package var inReportSeconds: Double { (inSeconds * 1_000_000).rounded() / 1_000_000 }
}

extension PageRequest {
    /// The request, with its time counted from another beginning.
    fileprivate func moved(by shift: Duration) -> PageRequest {
        var moved = PageRequest(
            method: method, address: address, headers: headers, pageTime: pageTime - shift, realTime: realTime)
        moved.answer = answer
        moved.pageDuration = pageDuration
        moved.duration = duration
        moved.failure = failure
        moved.redirection = redirection
        return moved
    }
}

extension RunReport.Request {
    /// Describes a request of a page.
    fileprivate init(_ request: PageRequest) {
        self.init(
            method: request.method, address: request.address, pageTime: request.pageTime.inReportSeconds,
            realTime: request.realTime.inReportSeconds)
        if let answer = request.answer {
            status = answer.status == 0 ? nil : answer.status
            type = answer.type
            bytes = answer.bytes
            wait = answer.wait.inReportSeconds
        }
        pageEnd = request.pageDuration.map { (request.pageTime + $0).inReportSeconds }
        duration = request.duration?.inReportSeconds
        failure = request.failure
    }
}

extension RunReport.Moment {
    /// Describes a signal.
    fileprivate init(_ signal: RecordedSignal) {
        let (kind, text, length): (Kind, String, Duration?)
        switch signal.signal {
        case .mark(let name): (kind, text, length) = (.mark, name.isEmpty ? "mark" : name, nil)
        case .caption(let caption, let duration): (kind, text, length) = (.caption, ForeignText.line(caption), duration)
        default: (kind, text, length) = (.signal, signal.signal.word, nil)
        }
        var details = ["Sent as a \(signal.channel.rawValue)\(signal.navigation.map { " (\($0.rawValue))" } ?? "")"]
        if let source = signal.source { details[0] += " by \(source)" }
        if let reason = signal.ignoredBecause { details.append("It had no effect: \(reason).") }
        self.init(
            kind, at: nil, for: length?.inReportSeconds, text, detail: details.joined(separator: "\n"),
            isProblem: signal.ignoredBecause != nil)
    }

    /// Describes a step that has ended.
    fileprivate init(_ outcome: StepOutcome) {
        let text = ShownAddress.hidingSecrets(in: outcome.step.action.title)
        let state: String? =
            switch outcome.status {
            case .done: nil
            case .failed: "Failed."
            case .notReached: "Not reached."
            case .skipped: "Skipped."
            }
        let details = [state, outcome.reason].compactMap(\.self)
        self.init(
            .step, at: nil, text, detail: details.isEmpty ? nil : details.joined(separator: " "),
            isProblem: [.failed, .notReached].contains(outcome.status))
    }

    /// Describes a line of the console.
    fileprivate init(_ line: TimedConsoleLine) {
        let (kind, text) = (line.line.kind, line.line.text)
        let first = text.prefix { $0 != "\n" }
        let isError = line.line.isPageError || kind == "error"
        self.init(
            line.line.isPageError ? .error : .console, at: nil, "\(kind): \(first)",
            detail: first.count < text.count ? text : nil, isProblem: isError)
    }
}
