import ArgumentParser
import Foundation
import Frames
import Recorder
import TestSupport

/// Renders the same timeline alternately with `pagereel compose` and with ffmpeg's filter graph,
/// and prints a table.
struct TimelineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "timeline", abstract: "Renders a timeline, and the same one with ffmpeg's filter graph.")

    @Option(help: ArgumentHelp("Size and frame rate.", valueName: "WxH@rate"))
    var format = VideoFormat(size: PixelSize(width: 1280, height: 720), rate: .thirty)

    @Option(help: ArgumentHelp("Length of each of its two films in whole seconds.", valueName: "seconds"))
    var seconds = 10

    @OptionGroup var options: RoundsOptions

    func validate() throws {
        guard seconds > 2 else { throw ValidationError("--seconds is above 2.") }
    }

    func run() throws {
        let command = self
        try options.write { try await command.measure() }
    }

    @MainActor
    private func measure() async throws -> String {
        let scene = try await TimelineScene.make(format, filmSeconds: seconds)
        var report = TimelineReport(scene: scene)
        report.rounds = try await options.measure(TimelineReport.Program.allCases) { programs in
            var round: [TimelineReport.Program: Measurement] = [:]
            for program in programs { round[program] = try await run(program, scene) }
            return round
        }
        return report.text
    }

    @MainActor
    private func run(_ program: TimelineReport.Program, _ scene: TimelineScene) async throws -> Measurement {
        let output = scene.folder.path("\(program.rawValue).mp4")
        let measurement: Measurement
        switch program {
        case .pagereel:
            measurement = try MeasuredProgram(
                path: options.program, arguments: scene.composeArguments(output: output),
                startMark: "", endMark: ""
            ).run()
        case .ffmpeg:
            measurement = try MeasuredProgram(
                path: "/usr/bin/ffmpeg", arguments: scene.ffmpegArguments(output: output), startMark: "", endMark: ""
            ).run()
        }
        // Compare only equivalent results.
        let probe = try await Probe.read(output)
        guard let video = probe.video, video.packetCount == scene.frameCount,
            probe.audio?.durationTs == scene.sampleCount
        else {
            throw MeasuredProgram.Failure(
                description: "\(program.rawValue) made \(probe.video?.packetCount ?? 0) frames and "
                    + "\(probe.audio?.durationTs ?? 0) samples, not \(scene.frameCount) and \(scene.sampleCount)")
        }
        return measurement
    }
}
