import Frames

/// A check's result as text.
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
            return "  step at \(Duration.seconds(step.at).preciseText): \(step.step): \(status)"
        }
        lines += result.mistakes.map { "  FAILED  \($0.message)" }
        lines += result.expectations.map {
            "  \($0.passed ? "ok    " : "FAILED")  expected: \($0.expectation); \($0.message)"
        }
        lines += result.pageErrors.map { "  page error at \(Duration.seconds($0.pageTime).preciseText): \($0.message)" }
        lines += result.files.map { "  see \($0)" }
        return lines.map(Message.printable).joined(separator: "\n")
    }

    private var signalTable: [String] {
        guard !result.signals.isEmpty else { return [] }
        let rows = result.signals.map { signal in
            [
                Duration.seconds(signal.pageTime).preciseText,
                signal.time.map { Duration.seconds($0).preciseText } ?? "",
                signal.frame.map(String.init) ?? "", signal.name.map { "\(signal.signal) \"\($0)\"" } ?? signal.signal,
                Self.way(signal),
            ]
        }
        let columns: [TextTable.Column] = [
            .number("page time"), .number("recording"), .number("frame"), "signal", "came by",
        ]
        return TextTable(columns, rows: rows).lines()
    }

    private static func way(_ signal: CheckResult.Signal) -> String {
        var words = signal.navigation.map { "navigation (\($0))" } ?? signal.channel
        if let source = signal.source { words += " from \(source)" }
        if signal.ignored != nil { words += " - IGNORED" }
        return words
    }
}
