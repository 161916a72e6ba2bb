import ArgumentParser
import Foundation
import Glibc
import Recorder
import TestSupport

/// Records every page with every clock and rendering and prints tables.
struct MeasureCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "measure", abstract: "Records pages and measures recordings, painting and encoding.")

    @Option(help: ArgumentHelp("The pages to record: report, clock, heavy.", valueName: "names"), transform: pageList)
    var pages = BenchmarkPage.allCases

    @Option(
        help: ArgumentHelp("Sizes and frame rates. (default: \(standardFormats))", valueName: "WxH@rate,…"),
        transform: formatList)
    var formats = standard

    @Option(help: ArgumentHelp("The ways to record; all without.", valueName: "painted,composited,realtime"))
    var ways: String?

    @Option(help: "Length of each video in whole seconds.")
    var seconds = 10

    @OptionGroup var options: RoundsOptions

    func validate() throws {
        guard seconds > 0 else { throw ValidationError("--seconds is positive.") }
    }

    func run() throws {
        let command = self
        try options.write { try await command.measure() }
    }

    @MainActor
    private func measure() async throws -> String {
        let chosen = chosenWays
        guard !chosen.isEmpty else { throw ValidationError("--ways names none of painted, composited, realtime.") }
        var subjects: [Report.Subject] = []
        for page in pages {
            for format in formats {
                let bench = Bench(
                    page: page, format: format, seconds: seconds, ways: chosen,
                    pagereel: options.program)
                var subject = Report.Subject(page: page, format: format, seconds: seconds)
                for number in 0..<options.rounds {
                    subject.rounds.append(try await bench.round(isReversed: number % 2 == 1))
                }
                subjects.append(subject)
            }
        }
        return Report(subjects: subjects, ways: chosen, processors: sysconf(CInt(_SC_NPROCESSORS_ONLN))).text
    }

    private var chosenWays: [Way] {
        guard let ways else { return Way.all }
        let words = ways.split(separator: ",")
        return Way.all.filter { way in words.contains { way.name.contains($0) } }
    }

    private static let standardFormats = "1280x720@30,1280x720@60,1920x1080@30"
    private static let standard = standardFormats.split(separator: ",").compactMap { VideoFormat(argument: String($0)) }
}

/// Parses the value of `--pages`.
func pageList(_ text: String) throws -> [BenchmarkPage] {
    try text.split(separator: ",").map { name in
        guard let page = BenchmarkPage(rawValue: String(name)) else {
            throw ValidationError("the pages are \(BenchmarkPage.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        return page
    }
}

/// Parses the value of `--formats`.
func formatList(_ text: String) throws -> [VideoFormat] {
    try text.split(separator: ",").map { name in
        guard let format = VideoFormat(argument: String(name)) else {
            throw ValidationError("a format is written WIDTHxHEIGHT@RATE, like 1280x720@30.")
        }
        return format
    }
}
