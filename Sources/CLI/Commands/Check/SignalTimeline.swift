import Frames

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

    /// Draws a result's signals.
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
