import Foundation
import Recorder
import Testing

@testable import Benchmark
@testable import EngineLink

@Suite("The benchmark's tables")
struct ReportTests {
    @Test("A table's columns are aligned")
    func table() {
        var table = MarkdownTable(["a", "long"])
        table.add(["three", "1"])
        #expect(table.text == "| a     | long |\n|-------|------|\n| three | 1    |\n")
    }

    @Test("A ratio is the median of the ratios within each round")
    func ratio() throws {
        let way = Way(clock: "virtual", rendering: .painted)
        var subject = Report.Subject(
            page: .clock, format: try #require(VideoFormat(argument: "640x360@30")), seconds: 1)
        // Recorded in 6, 20 and 9 s over floors of 3, 5 and 9 s: 2, 4 and 1.
        for (recorded, floor) in [(6.0, 3.0), (20.0, 5.0), (9.0, 9.0)] {
            subject.rounds.append(round(way, recorded: recorded, floor: floor))
        }
        let text = Report(subjects: [subject], ways: [way], processors: 2).text
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| clock") }
        // One for each of the four tables, and one more for painting.
        try #require(rows.count == 5)
        let cells = rows[1].split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(cells[3...8] == ["9.00 s", "5.00 s", "1.00 s", "5.00 s", "2.00", "2.33"])
        #expect(text.contains("| 2.9 ms, 5.0 ms, 1 unreadable"))
        #expect(text.hasPrefix("2 processors; median of 3 rounds."))
    }

    @Test("Stages that were not measured are omitted")
    func parts() throws {
        let way = Way(clock: "virtual", rendering: .painted)
        let subject = Report.Subject(
            page: .report, format: try #require(VideoFormat(argument: "640x360@30")), seconds: 1, rounds: [Round()])
        let text = Report(subjects: [subject], ways: [way], processors: 2).text
        #expect(!text.contains("| report"))
    }

    @Test("The time of another program relative to pagereel's is a median with its range")
    func peers() throws {
        var subject = PeersReport.Subject(
            page: .report, format: try #require(VideoFormat(argument: "640x360@30")), seconds: 10)
        // 3, 2 and 5 times as long.
        for (own, other) in [(2.0, 6.0), (3.0, 6.0), (1.0, 5.0)] {
            subject.rounds.append([.pagereel: measurement(own), .ffmpeg: measurement(other)])
        }
        let text = PeersReport(subjects: [subject], processors: 2).text
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| report") }
            .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
        // Chromium was not measured.
        try #require(rows.count == 2)
        #expect(rows[0][1...3] == ["640x360@30, 10 s", "pagereel", "2.00"])
        #expect(rows[1][3] == "6.00" && rows[1][6...7] == ["3.00", "2.00 to 5.00"])
        #expect(text.hasPrefix("2 processors; median of 3 rounds, start-up included."))
    }

    private func measurement(_ wall: Double) -> Benchmark.Measurement {
        var measurement = Benchmark.Measurement()
        measurement.run = Seconds(wall: wall, processor: wall)
        return measurement
    }

    /// A round whose recording took 1 s to start.
    private func round(_ way: Way, recorded: Double, floor: Double) -> Round {
        var measurement = Measurement()
        measurement.processes = ["recorder": recorded]
        measurement.parts = [
            .startup: Seconds(wall: 1, processor: 1), .frames: Seconds(wall: recorded, processor: recorded),
        ]
        var painting = Measurement()
        painting.processes = ["recorder": floor]
        painting.parts = [.frames: Seconds(wall: floor, processor: floor)]
        var round = Round()
        round.recordings[way] = Round.Recorded(
            measurement: measurement, frames: 30, repeated: 0,
            timeError: TimeError([1, 36, nil, 105], framesPerSecond: 30))
        round.painting[.painted] = painting
        round.encoding[.painted] = EncodingMeter.Result(
            frames: 30, encoding: Seconds(wall: 1, processor: 1), conversion: Seconds(), bytes: 1)
        return round
    }
}
