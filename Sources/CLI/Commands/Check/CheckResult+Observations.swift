import Notation
import Recorder

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
