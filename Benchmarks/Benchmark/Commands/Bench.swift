import EngineLink
import Foundation
import Frames
import Recorder
import TestSupport

/// Measures one page in one format.
@MainActor
struct Bench {
    let page: BenchmarkPage
    let format: VideoFormat
    /// Length of the video.
    let seconds: Int
    let ways: [Way]
    /// The recorder's program.
    let pagereel: String

    /// The folder of this program.
    static var folder: String { (program as NSString).deletingLastPathComponent }
    /// This program, which runs itself for each stage.
    static let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path

    /// One thing to measure.
    private enum Task {
        case record(Way)
        case paint(PageOptions.Rendering)
        case encode(PageOptions.Rendering)
    }

    /// The fields of the recorder's summary that the tables show.
    private struct Summary: Decodable {
        let frames: Int
        let repeated: Int
    }

    /// Measures everything once.
    ///
    /// - Parameter isReversed: Whether to reverse the order, so that slow changes of the machine
    ///   affect all equally.
    func round(isReversed: Bool) async throws -> Round {
        var renderings: [PageOptions.Rendering] = []
        var tasks: [Task] = []
        for way in ways {
            tasks.append(.record(way))
            guard !renderings.contains(way.floorRendering) else { continue }
            renderings.append(way.floorRendering)
            tasks += [.paint(way.floorRendering), .encode(way.floorRendering)]
        }
        var round = Round()
        for task in isReversed ? tasks.reversed() : tasks {
            switch task {
            case .record(let way): round.recordings[way] = try await record(way)
            case .paint(let rendering): round.painting[rendering] = try paint(rendering)
            case .encode(let rendering): round.encoding[rendering] = try encode(rendering)
            }
        }
        return round
    }

    private func record(_ way: Way) async throws -> Round.Recorded {
        let folder = try TemporaryFolder()
        let path = folder.path("\(page.rawValue).mp4")
        let arguments =
            [
                "record", page.address, "-o", path, "--size", "\(format.size)", "--fps", "\(format.rate)",
                "--duration", "\(seconds)s", "--start-on", "signal", "--json", "--verbose",
            ] + way.arguments
        let measurement = try MeasuredProgram(
            path: pagereel, arguments: arguments, startMark: "pagereel: started", endMark: "video finished"
        ).run()
        let summary = try JSONDecoder().decode(Summary.self, from: Data(measurement.output.utf8))
        var timeError: TimeError?
        if page.hasBarCode {
            timeError = TimeError(
                try await BarCode.times(of: path), framesPerSecond: format.rate.framesPerSecond)
        }
        tell(way.name, measurement[.frames])
        return Round.Recorded(
            measurement: measurement, frames: summary.frames, repeated: summary.repeated, timeError: timeError)
    }

    private func paint(_ rendering: PageOptions.Rendering) throws -> Measurement {
        let measurement = try MeasuredProgram(
            path: Self.program, arguments: ["paint"] + scene(rendering).arguments, startMark: PaintCommand.startMark,
            endMark: PaintCommand.endMark
        ).run()
        tell("painting alone, \(rendering.rawValue)", measurement[.frames])
        return measurement
    }

    private func encode(_ rendering: PageOptions.Rendering) throws -> EncodingMeter.Result {
        let measurement = try MeasuredProgram(
            path: Self.program, arguments: ["encode"] + scene(rendering).arguments, startMark: "", endMark: ""
        ).run()
        let result = try JSONDecoder().decode(EncodingMeter.Result.self, from: Data(measurement.output.utf8))
        tell("encoding alone, \(rendering.rawValue)", result.encoding)
        return result
    }

    private func scene(_ rendering: PageOptions.Rendering) -> Scene {
        Scene.make(page, format, seconds: seconds, rendering: rendering)
    }

    /// Reports on standard error what has been measured.
    private func tell(_ what: String, _ seconds: Seconds) {
        let times = String(format: "%.2f s, %.2f s of the processors", seconds.wall, seconds.processor)
        FileHandle.standardError.write(Data("\(page.rawValue) \(format), \(what): \(times)\n".utf8))
    }
}
