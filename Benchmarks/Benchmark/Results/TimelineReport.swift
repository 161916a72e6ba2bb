import Foundation
import Recorder

/// Formats the time of rendering a timeline as a table.
struct TimelineReport {
    /// The rendering program.
    enum Program: String, CaseIterable {
        case pagereel, ffmpeg
    }

    let scene: TimelineScene
    /// The measurements of each round.
    var rounds: [[Program: Measurement]] = []

    /// The table; each ratio is the median of the ratios within single rounds.
    var text: String {
        var table = MarkdownTable([
            "program", "seconds", "frames a second", "CPU seconds", "memory", "time over ffmpeg's", "CPU over ffmpeg's",
        ])
        for program in Program.allCases {
            let wall = rounds.compactMap { $0[program]?.run.wall }.median
            table.add([
                program.rawValue, number(wall), number(wall.map { Double(scene.frameCount) / $0 }, 0),
                number(rounds.compactMap { $0[program]?.run.processor }.median),
                number(rounds.compactMap { $0[program].map { Double($0.memory.root) / 1e6 } }.median, 0) + " MB",
                number(rounds.compactMap { ratio($0, program, \.wall) }.median),
                number(rounds.compactMap { ratio($0, program, \.processor) }.median),
            ])
        }
        let others = rounds.flatMap(\.values).map(\.othersShare)
        return """
            **A timeline of \(scene.frameCount) frames, \(scene.format)**

            Median of \(rounds.count) round\(rounds.count == 1 ? "" : "s"). Other programs used \(number(others.median)) \
            processors meanwhile (worst \(number(others.max()))).

            \(table.text)
            """
    }

    private func ratio(
        _ round: [Program: Measurement], _ program: Program, _ value: (Seconds) -> Double
    ) -> Double? {
        guard let own = round[program]?.run, let other = round[.ffmpeg]?.run else { return nil }
        return value(own) / value(other)
    }

    private func number(_ value: Double?, _ digits: Int = 2) -> String {
        value.map { String(format: "%.\(digits)f", $0) } ?? "-"
    }
}
