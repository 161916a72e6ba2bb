import ArgumentParser
import Foundation
import Frames
import Recorder
import TestSupport

/// Records pages alternately with pagereel and with other programs, and prints a table.
struct PeersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "peers", abstract: "Records pages, and the same ones with Chromium and ffmpeg.")

    @Option(help: ArgumentHelp("The pages to record: report, clock, heavy.", valueName: "names"), transform: pageList)
    var pages = [BenchmarkPage.report, .clock]

    @Option(
        help: ArgumentHelp("Sizes and frame rates. (default: \(standardFormats))", valueName: "WxH@rate,…"),
        transform: formatList)
    var formats = standard

    @Option(help: "Length of each video in whole seconds.")
    var seconds = 10

    @OptionGroup var options: RoundsOptions

    func validate() throws {
        guard seconds > 0 else { throw ValidationError("--seconds is positive.") }
        guard formats.allSatisfy({ $0.rate.denominator == 1 }) else {
            throw ValidationError("Chromium records at whole frame rates only.")
        }
    }

    func run() throws {
        let command = self
        try options.write { try await command.measure() }
    }

    @MainActor
    private func measure() async throws -> String {
        let programs = PeersReport.Program.allCases.filter { $0.isInstalled }
        var subjects: [PeersReport.Subject] = []
        for page in pages {
            for format in formats {
                var subject = PeersReport.Subject(page: page, format: format, seconds: seconds)
                let folder = try TemporaryFolder()
                let planned = subject
                subject.rounds = try await options.measure(programs) { programs in
                    var round: [PeersReport.Program: Measurement] = [:]
                    for program in programs { round[program] = try await record(planned, with: program, in: folder) }
                    return round
                }
                subjects.append(subject)
            }
        }
        return PeersReport(subjects: subjects, processors: sysconf(CInt(_SC_NPROCESSORS_ONLN))).text
    }

    @MainActor
    private func record(
        _ subject: PeersReport.Subject, with program: PeersReport.Program, in folder: TemporaryFolder
    ) async throws -> Measurement {
        let (page, format) = (subject.page, subject.format)
        let output = folder.path("\(program.rawValue).mp4")
        let path: String
        let arguments: [String]
        switch program {
        case .pagereel:
            path = options.program
            arguments = [
                "record", page.address, "-o", output, "--size", "\(format.size)", "--fps", "\(format.rate)",
                "--duration", "\(seconds)s", "--start-on", "signal", "--overwrite", "--quiet",
            ]
        case .beginFrame, .screencast:
            path = "/usr/bin/python3"
            arguments = [
                Fixture.repository.appending(path: "Benchmarks/chromium.py").path, program.rawValue,
                "file://\(page.address)", "\(format.size)", "\(format.rate.numerator)", "\(seconds)", output,
            ]
        case .ffmpeg:
            path = "/usr/bin/ffmpeg"
            // The first round begins with pagereel.
            arguments = [
                "-v", "error", "-nostdin", "-y", "-i", folder.path("\(PeersReport.Program.pagereel.rawValue).mp4"),
                "-c:v", "libx264", "-preset", "veryfast", "-crf", "20", output,
            ]
        }
        let measurement = try MeasuredProgram(path: path, arguments: arguments, startMark: "", endMark: "").run()
        // Compare only equivalent results.
        let frames = try await Probe.read(output).video?.packetCount ?? 0
        let wanted = format.rate.frameCount(for: .seconds(seconds))
        guard frames == wanted else {
            throw MeasuredProgram.Failure(description: "\(program.rawValue) made \(frames) frames, not \(wanted)")
        }
        FileHandle.standardError.write(
            Data("\(page.rawValue) \(format), \(program.rawValue): \(measurement.run.wall) s\n".utf8))
        return measurement
    }

    private static let standardFormats = "1280x720@30,1920x1080@30"
    private static let standard = standardFormats.split(separator: ",").compactMap { VideoFormat(argument: String($0)) }
}
