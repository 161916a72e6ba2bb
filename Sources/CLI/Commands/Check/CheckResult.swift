import EngineLink
import Foundation
import Frames
import Notation
import PageSampler
import Recorder

/// The result of checking a page, as `--format json` prints it.
///
/// Times are seconds to the millisecond. Keys without a value are left out.
struct CheckResult: Codable {
    struct Signal: Codable {
        let signal: String
        let name: String?
        /// Since the page began to arrive, in seconds.
        let pageTime: Double
        /// Since the start of the recording, in seconds; `nil` before it.
        let time: Double?
        let frame: Int?
        /// `navigation`, `message` or `resource`.
        let channel: String
        /// The kind of navigation: `link`, `form`, `history`, `reload` or
        /// `script`.
        let navigation: String?
        /// The address of the frame that sent it, if known.
        let source: String?
        /// Why a recording would ignore it.
        let ignored: String?
    }

    /// When the page was heard, in seconds since it began to arrive.
    struct Sound: Codable {
        let start: Double
        let end: Double
    }

    /// An event with its page time.
    struct Event: Codable {
        let pageTime: Double
        let message: String
    }

    /// The case's name (default: the page's address).
    var name: String
    let page: String
    let passed: Bool
    /// `stopped`, `duration`, `max-duration`, `cancelled`, `never-started`,
    /// `not-loaded`, `crashed`, `hung`, `interrupted` or `not-checked`.
    let ending: String
    /// Why the page cannot be recorded, as a sentence.
    let failure: String?
    /// How long the page was followed, in seconds since it began to arrive.
    let pageTime: Double
    /// How long the check took, in seconds of real time; `nil` if it could not be run.
    var wallTime: Double?
    let fps: String
    let signals: [Signal]
    var sound: Sound?
    let expectations: [ExpectationJSON]
    /// The steps and what became of them.
    var steps: [StepJSON]
    /// What is wrong with the page's signals and the steps.
    let mistakes: [Event]
    let pageErrors: [Event]
    let console: [Event]
    /// The files written for a failure.
    var files: [String] = []
    /// The storyboard's page.
    var storyboard: String?
}

extension CheckResult {
    /// Describes a report and its verdicts.
    init(_ report: CheckReport, _ verdicts: [Verdict]) {
        name = report.page
        page = report.page
        fps = report.frameRate.description
        pageTime = report.pageTime.inRoundedSeconds
        (ending, failure) = Self.describe(report.ending)
        signals = report.signals.map { signal in
            Signal(
                signal: signal.signal.word, name: signal.signal.name, pageTime: signal.pageTime.inRoundedSeconds,
                time: signal.time?.inRoundedSeconds, frame: report.frame(of: signal),
                channel: signal.channel.rawValue, navigation: signal.navigation?.rawValue, source: signal.source,
                ignored: signal.ignoredBecause)
        }
        sound = report.heard.map {
            Sound(start: $0.lowerBound.inRoundedSeconds, end: $0.upperBound.inRoundedSeconds)
        }
        expectations = verdicts.map(ExpectationJSON.init)
        steps = report.steps.map(StepJSON.init)
        mistakes = report.mistakes.map { Event(pageTime: $0.pageTime.inRoundedSeconds, message: $0.text) }
        pageErrors = report.pageErrors.map(Event.init)
        console = report.console.map(Event.init)
        passed = failure == nil && mistakes.isEmpty && expectations.allSatisfy(\.passed)
    }

    /// What is wrong with the page, its signals and its steps, as sentences; no expectation can allow it.
    var faults: [String] { [failure].compactMap(\.self) + mistakes.map(\.message) }

    struct Check {
        let title: String
        /// What is wrong, as sentences.
        let failure: String?
    }

    /// All checked items: the signals as a whole, and each expectation.
    var checks: [Check] {
        let signals = Check(title: "signals", failure: faults.isEmpty ? nil : faults.joined(separator: " "))
        return [signals]
            + expectations.map {
                Check(title: $0.expectation, failure: $0.passed ? nil : "\($0.expectation): \($0.message)")
            }
    }

    private static func describe(_ ending: CheckReport.Ending) -> (word: String, failure: String?) {
        switch ending {
        case .ended(let reason): (reason.rawValue, failure(of: reason))
        case .neverStarted(let reason): ("never-started", reason)
        case .failed(let reason): ("not-loaded", reason)
        }
    }

    private static func failure(of reason: ExitReason) -> String? {
        switch reason {
        case .stopped, .duration, .cancelled: nil
        case .longestDuration: "The page did not stop in time."
        case .crashed: "The page's process crashed."
        case .hung: "The page stopped responding."
        case .interrupted: "The check was stopped."
        }
    }
}

extension CheckResult.Event {
    fileprivate init(_ line: TimedConsoleLine) {
        self.init(pageTime: line.pageTime.inRoundedSeconds, message: line.line.description)
    }
}

extension CheckResult {
    /// Describes a page that could not be checked.
    init(name: String, page: String, ending: String = "not-checked", failure: String) {
        self.init(
            name: name, page: page, passed: false, ending: ending, failure: failure, pageTime: 0, fps: "",
            signals: [], expectations: [], steps: [], mistakes: [], pageErrors: [], console: [])
    }

    /// Returns expectations that the result meets.
    ///
    /// - Parameter isLive: Whether the page ran on the real-time clock, where
    ///   times vary between runs.
    func observations(isLive: Bool) -> [String] {
        var counts: [(title: String, first: Double, count: Int)] = []
        for signal in signals where signal.ignored == nil {
            let title =
                signal.name.flatMap { $0.isEmpty ? nil : $0 }.map { "mark:\"\($0.escaping(["\"": "'"]))\"" }
                ?? signal.signal
            if let index = counts.firstIndex(where: { $0.title == title }) {
                counts[index].count += 1
            } else {
                counts.append((title, signal.pageTime, 1))
            }
        }
        let tolerance = isLive ? " +- 250ms" : ""
        var lines = counts.flatMap { title, first, count in
            ["\(title) at \(first.brief)s\(tolerance)"]
                + (count > 1 ? ["\(title) \(count) times"] : [])
        }
        if let sound {
            lines.append("sound at \(sound.start.brief)s\(tolerance)")
        } else if expectsSound {
            lines.append("no sound")
        }
        if !signals.contains(where: { $0.signal == "cancel" }) { lines.append("no cancel") }
        if pageErrors.isEmpty { lines.append("no page errors") }
        return lines
    }

    /// Whether the page was expected to be heard, at some time or never.
    private var expectsSound: Bool {
        expectations.contains { expected in
            (try? Expectation.list(expected.expectation))?.contains { $0.subject == .sound } ?? false
        }
    }
}
