import Frames

struct CheckText {
    let result: CheckResult

    /// The report, without control characters, since pages choose names and
    /// words.
    var text: String {
        var lines = ["\(result.name): \(result.passed ? "passed" : "FAILED")"]
        if let failure = result.failure { lines.append("  FAILED  \(failure)") }
        lines += signalTable.map { "  " + $0 }
        if result.signals.isEmpty, result.pageTime > 0 {
            lines.append("  The page sent no signal in \(Duration.seconds(result.pageTime).preciseText).")
        }
        lines += SignalTimeline(result).lines.map { "  " + $0 }
        if let sound = result.sound {
            let (start, end) = (Duration.seconds(sound.start).preciseText, Duration.seconds(sound.end).preciseText)
            lines.append("  The page was heard from \(start) to \(end).")
        }
        lines += result.steps.map { step in
            let status = step.status.replacing("-", with: " ")
            let time = step.at.map { " at \(Duration.seconds($0).preciseText)" } ?? ""
            // The sheet of a failed step is among the files below.
            let picture = step.status == "done" ? step.picture.map { "; see \($0)" } ?? "" : ""
            return "  step\(time): \(step.step): \(status)\(picture)"
        }
        lines += result.mistakes.map { "  FAILED  \($0.message)" }
        lines += result.expectations.map {
            "  \($0.passed ? "ok    " : "FAILED")  expected: \($0.expectation); \($0.message)"
        }
        lines += result.pageErrors.map { "  page error at \(Duration.seconds($0.pageTime).preciseText): \($0.message)" }
        lines += (result.files + [result.storyboard].compactMap(\.self)).map { "  see \($0)" }
        return lines.map(Message.printable).joined(separator: "\n")
    }

    private var signalTable: [String] {
        guard !result.signals.isEmpty else { return [] }
        let rows = result.signals.map { signal in
            [
                Duration.seconds(signal.pageTime).preciseText,
                signal.time.map { Duration.seconds($0).preciseText } ?? "",
                signal.frame.map(String.init) ?? "", signal.name.map { "\(signal.signal) \"\($0)\"" } ?? signal.signal,
                Self.origin(of: signal),
            ]
        }
        let columns: [TextTable.Column] = [
            .number("page time"), .number("recording"), .number("frame"), "signal", "came by",
        ]
        return TextTable(columns, rows: rows).lines()
    }

    private static func origin(of signal: CheckResult.Signal) -> String {
        var words = signal.navigation.map { "navigation (\($0))" } ?? signal.channel
        if let source = signal.source { words += " from \(source)" }
        if signal.ignored != nil { words += " - IGNORED" }
        return words
    }
}

/// A page's signals on a timeline in text.
///
/// ```
/// 0 s       start    mark            stop      6 s
/// |.........|########+###############|.........|
/// ```
struct SignalTimeline {
    private let signals: [CheckResult.Signal]
    private let length: Double
    private static let width = 60

    init(_ result: CheckResult) {
        signals = result.signals
        length = max(result.pageTime, result.signals.last?.pageTime ?? 0)
    }

    /// The signals' words above the timeline; empty without signals.
    var lines: [String] {
        guard !signals.isEmpty, length > 0 else { return [] }
        var bar = Array(repeating: Character("."), count: Self.width + 1)
        var isRunning = false
        var column = 0
        for signal in signals where signal.ignored == nil {
            let next = place(of: signal)
            if isRunning { for index in column..<next { bar[index] = "#" } }
            column = next
            switch signal.signal {
            // A start that waits for something has no time yet.
            case "start": isRunning = signal.time != nil
            case "resume": isRunning = true
            case "pause", "stop", "cancel": isRunning = false
            default: isRunning = isRunning || signal.time != nil
            }
        }
        if isRunning { for index in column..<Self.width { bar[index] = "#" } }
        for signal in signals { bar[place(of: signal)] = signal.ignored == nil ? "|" : "!" }
        return wordLines + ["0 s " + String(bar) + " " + Duration.seconds(length).preciseText]
    }

    private func place(of signal: CheckResult.Signal) -> Int {
        min(Self.width, Int((signal.pageTime / length * Double(Self.width)).rounded()))
    }

    /// The signals' words above their positions, on up to three lines to avoid
    /// overlap.
    private var wordLines: [String] {
        var lines: [String] = []
        for signal in signals.prefix(20) {
            let place = place(of: signal) + 4
            let word = signal.name.map { "\(signal.signal) \($0)" } ?? signal.signal
            if let index = lines.firstIndex(where: { $0.terminalWidth < place }) {
                lines[index] = lines[index].padding(toTerminalWidth: place) + word
            } else if lines.count < 3 {
                lines.append("".padding(toTerminalWidth: place) + word)
            }
        }
        return lines.reversed()
    }
}
