import Foundation
import Recorder

/// Formats the times of several recorders as a table.
struct PeersReport {
    /// A recording program.
    ///
    /// The raw values are the modes of `Benchmarks/chromium.py` where it is the program.
    enum Program: String, CaseIterable {
        case pagereel
        case beginFrame = "begin-frame"
        case screencast
        case ffmpeg

        /// The name in the table.
        var name: String {
            switch self {
            case .pagereel: "pagereel"
            case .beginFrame: "Chromium, BeginFrame, JPEG, to ffmpeg"
            case .screencast: "Chromium, screencast (real time), to ffmpeg"
            case .ffmpeg: "ffmpeg, which encodes pagereel's video again"
            }
        }

        /// Whether the program is there, besides pagereel and ffmpeg, which the benchmark needs.
        var isInstalled: Bool {
            switch self {
            case .pagereel, .ffmpeg: true
            case .beginFrame, .screencast:
                FileManager.default.isExecutableFile(atPath: "/usr/bin/chromium-headless-shell")
            }
        }
    }

    /// All rounds of one page in one format.
    struct Subject {
        let page: BenchmarkPage
        let format: VideoFormat
        let seconds: Int
        var rounds: [[Program: Measurement]] = []
    }

    let subjects: [Subject]
    /// The number of processors of the machine.
    let processors: Int

    /// The table; each ratio is the median of the ratios within single rounds.
    var text: String {
        var table = MarkdownTable([
            "page", "video", "program", "seconds", "CPU seconds", "memory of all", "time over pagereel's",
            "lowest to highest",
        ])
        for subject in subjects {
            for program in Program.allCases where subject.rounds.contains(where: { $0[program] != nil }) {
                let ratios = subject.rounds.compactMap { round in
                    round[program].flatMap { other in round[.pagereel].map { other.run.wall / $0.run.wall } }
                }
                func median(_ value: (Measurement) -> Double) -> Double? {
                    subject.rounds.compactMap { $0[program].map(value) }.median
                }
                table.add([
                    subject.page.rawValue, "\(subject.format), \(subject.seconds) s", program.name,
                    number(median(\.run.wall)), number(median(\.run.processor)),
                    "\(number(median { Double($0.memory.all) / 1e6 }, 0)) MB", number(ratios.median),
                    "\(number(ratios.min())) to \(number(ratios.max()))",
                ])
            }
        }
        let rounds = subjects.map(\.rounds.count).max() ?? 0
        let others = subjects.flatMap(\.rounds).flatMap(\.values).map(\.othersShare)
        let missing = Program.allCases.filter { !$0.isInstalled }
        return """
            \(processors) processors; median of \(rounds) round\(rounds == 1 ? "" : "s"), start-up included. Other programs \
            used \(number(others.median)) processors meanwhile (worst \(number(others.max()))).\
            \(missing.isEmpty ? "" : " Chromium's headless-shell is not installed.")

            \(table.text)
            """
    }

    private func number(_ value: Double?, _ digits: Int = 2) -> String {
        value.map { String(format: "%.\(digits)f", $0) } ?? "-"
    }
}
