internal import EngineLink
internal import Frames
internal import PageSampler

/// Whether a page met one expectation, and how.
public struct Verdict: Sendable {
    /// The expectation.
    public let expectation: Expectation
    /// Whether the page met it.
    public let isMet: Bool
    /// What happened, for the user.
    public let message: String
    /// The page time of interest.
    ///
    /// It is the time of an unexpected event, or the latest time at which an expected one should
    /// have come.
    public let pageTime: Duration?

    /// Compares an expectation with a report.
    public init(_ expectation: Expectation, _ report: CheckReport) {
        self.init(
            expectation,
            Occurrences.Source(
                signals: report.signals, pageErrors: report.pageErrors, warnings: report.warnings, heard: report.heard))
    }

    /// Compares an expectation with what a recorded page did.
    ///
    /// When the page's sound was heard is not known.
    init(_ expectation: Expectation, _ record: TakeRecord) {
        self.init(
            expectation,
            Occurrences.Source(
                signals: record.signals, pageErrors: record.console.filter(\.line.isPageError),
                warnings: record.warnings, heard: nil))
    }

    private init(_ expectation: Expectation, _ source: Occurrences.Source) {
        self.expectation = expectation
        let occurrences = Occurrences(of: expectation.subject, in: source)
        let outcome: (isMet: Bool, message: String, time: Duration?) =
            switch expectation.claim {
            case .comes:
                occurrences.first.map { (true, "came at \($0.text)", $0) } ?? (false, occurrences.absence, nil)
            case .isAbsent:
                occurrences.all.first.map { (false, "came at \($0.time.text)\($0.details)", $0.time) }
                    ?? (true, "did not come", nil)
            case .comesTimes(let count):
                (
                    occurrences.valid.count == count, occurrences.count(expected: count),
                    occurrences.valid.dropFirst(count).first?.time ?? occurrences.first
                )
            case .comesIn(let span, let origin): Self.hold(occurrences, against: span, from: origin, source)
            }
        (isMet, message, pageTime) = outcome
    }

    private static func hold(
        _ occurrences: Occurrences, against span: Expectation.ClosedSpan, from origin: Expectation.Origin,
        _ source: Occurrences.Source
    ) -> (isMet: Bool, message: String, time: Duration?) {
        var begin = Duration.zero
        var suffix = ""
        if case .signal(let word, let name) = origin {
            let origins = Occurrences(of: .signal(word: word, name: name), in: source)
            guard let first = origins.first else { return (false, "\(origins.title) \(origins.absence)", nil) }
            begin = first
            suffix = ", \(origins.title) at \(first.text)"
        }
        guard let time = occurrences.first else {
            return (false, occurrences.absence + suffix, span.to.map { begin + $0 })
        }
        let distance = time - begin
        if span.contains(distance) { return (true, "came at \(time.text)\(suffix)", time) }
        var complaint = "came at \(time.text)\(suffix)"
        if let to = span.to, distance >= to {
            complaint += distance == to ? ", not before" : ": \((distance - to).text) too late"
        }
        if let from = span.from, distance <= from {
            complaint += distance == from ? ", not after" : ": \((from - distance).text) too early"
        }
        return (false, complaint, time)
    }
}

/// All occurrences of the expectation's subject.
private struct Occurrences {
    /// What a page did.
    struct Source {
        let signals: [RecordedSignal]
        let pageErrors: [TimedConsoleLine]
        let warnings: [String]
        let heard: ClosedRange<Duration>?
    }

    struct Occurrence {
        let time: Duration
        /// Further details, beginning with a comma or colon.
        let details: String
        /// Whether a recording would have acted on it.
        let isValid: Bool
    }

    /// The subject, for the user.
    let title: String
    /// All occurrences, in order.
    let all: [Occurrence]
    private let others: String

    var valid: [Occurrence] { all.filter(\.isValid) }

    var first: Duration? { valid.first?.time }

    init(of subject: Expectation.Subject, in source: Source) {
        switch subject {
        case .signal(let word, let name):
            title = name.map { "mark \"\($0)\"" } ?? word
            all = source.signals
                .filter { $0.signal.word == word && (name == nil || $0.signal.name == name) }
                .map { signal in
                    let reason = signal.ignoredBecause.map { ", and was ignored: \($0)" } ?? ""
                    return Occurrence(time: signal.pageTime, details: reason, isValid: signal.ignoredBecause == nil)
                }
        case .sound:
            title = "sound"
            all = source.heard.map { [Occurrence(time: $0.lowerBound, details: "", isValid: true)] } ?? []
        case .pageErrors:
            title = "page errors"
            all = source.pageErrors.map {
                Occurrence(time: $0.pageTime, details: ": \($0.line)", isValid: true)
            }
        case .warnings:
            title = "warnings"
            all = source.warnings.map { Occurrence(time: .zero, details: ": \($0)", isValid: true) }
        }
        let came = source.signals.map { "\($0.signal.title) at \($0.pageTime.text)" }
        others = came.isEmpty ? "the page sent no signal" : "the page sent \(came.prefix(8).joined(separator: ", "))"
    }

    /// Why there is no valid occurrence, for the user.
    var absence: String {
        if let ignored = all.first { return "came at \(ignored.time.text)\(ignored.details)" }
        return "never came; \(others)"
    }

    func count(expected: Int) -> String {
        let times = valid.prefix(8).map(\.time.text).joined(separator: ", ")
        return valid.isEmpty ? absence : "came \(valid.count) times: at \(times)"
    }
}

extension PageSignal {
    /// The signal's name for the user: `stop`, `mark "Results"`.
    package var title: String { name.map { "mark \"\($0)\"" } ?? word }
}
