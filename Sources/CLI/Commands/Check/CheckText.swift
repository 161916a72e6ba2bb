import Recorder

/// What came of a check, for people.
struct CheckText {
    private let result: CheckResult

    /// Describes a result.
    init(_ result: CheckResult) { self.result = result }

    /// The report, without control characters: pages choose names and words.
    var text: String {
        var lines = ["\(result.name): \(result.passed ? "passed" : "FAILED")"]
        if let failure = result.failure { lines.append("  FAILED  \(failure)") }
        lines += signalTable.map { "  " + $0 }
        if result.signals.isEmpty, result.pageTime > 0 {
            lines.append("  The page sent no signal in \(result.pageTime.inSecondsText).")
        }
        lines += SignalTimeline(result).lines.map { "  " + $0 }
        lines += result.mistakes.map { "  FAILED  \($0.message)" }
        lines += result.expectations.map {
            "  \($0.passed ? "ok    " : "FAILED")  expected: \($0.expectation); \($0.message)"
        }
        lines += result.pageErrors.map { "  page error at \($0.pageTime.inSecondsText): \($0.message)" }
        lines += result.files.map { "  see \($0)" }
        return lines.map(Message.printable).joined(separator: "\n")
    }

    private var signalTable: [String] {
        guard !result.signals.isEmpty else { return [] }
        let header = ["page time", "recording", "frame", "signal", "came by"]
        let rows = result.signals.map { signal in
            [
                signal.pageTime.inSecondsText, signal.time.map(\.inSecondsText) ?? "", signal.frame.map(String.init) ?? "",
                signal.name.map { "\(signal.signal) \"\($0)\"" } ?? signal.signal, Self.way(signal),
            ]
        }
        let widths = header.indices.map { column in ([header] + rows).map { $0[column].count }.max() ?? 0 }
        return ([header] + rows).map { row in
            let cells = zip(row, widths).enumerated().map { column, cell in
                // Numbers at the right.
                column < 3
                    ? String(repeating: " ", count: cell.1 - cell.0.count) + cell.0 : cell.0.padding(to: cell.1)
            }
            return cells.joined(separator: "  ").trimmingSuffix { $0 == " " }
        }
    }

    private static func way(_ signal: CheckResult.Signal) -> String {
        var words = signal.navigation.map { "navigation (\($0))" } ?? signal.channel
        if let source = signal.source { words += " from \(source)" }
        if signal.ignored != nil { words += " - IGNORED" }
        return words
    }
}

extension String {
    fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> String {
        var text = self[...]
        while let last = text.last, isTrimmed(last) { text.removeLast() }
        return String(text)
    }
}
