import ArgumentParser
import Foundation
import Frames
import PageRenderer
import Recorder
import TestSupport

/// Counts the instructions of the recorder's inner loops, which is exact where times are not.
struct InstructionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "instructions", abstract: "Counts instructions of conversion and queue with valgrind.")

    @Option(help: "Pictures that are converted in the shorter of two runs.")
    var pictures = 2

    @Option(help: "Frames that go through the queue in the shorter of two runs.")
    var frames = 4000

    func run() throws {
        let command = self
        let text = try MainLoop.run { try await command.count() }
        print(text, terminator: "")
    }

    @MainActor
    private func count() async throws -> String {
        let folder = try TemporaryFolder()
        let program = try await makeCopy(in: folder)
        var table = MarkdownTable(["what", "instructions a frame", "a pixel"])
        for size in ["1280x720", "1920x1080"] {
            guard let pixels = VideoFormat(argument: "\(size)@30")?.size else { continue }
            for kind in [WorkCommand.Kind.convertNoise, .convertFlat] {
                let each = try await instructions(of: program, kind, pictures, size: size)
                let perPixel = each / Double(pixels.width * pixels.height)
                table.add([
                    "\(kind.rawValue), \(size)", String(format: "%.0f", each), String(format: "%.2f", perPixel),
                ])
            }
        }
        let each = try await instructions(of: program, .queue, frames)
        table.add([WorkCommand.Kind.queue.rawValue, String(format: "%.0f", each), "-"])
        return table.text
    }

    /// The instructions per frame: the difference between a run and one three times as long, which
    /// excludes startup and exit.
    private func instructions(
        of program: String, _ kind: WorkCommand.Kind, _ count: Int, size: String = "16x16"
    ) async throws -> Double {
        let short = try await run(program, kind, count, size: size)
        let long = try await run(program, kind, 3 * count, size: size)
        return Double(long - short) / Double(2 * count)
    }

    /// A copy of this program without debugging information, which valgrind 3.19 cannot read (DWARF
    /// 5).
    private func makeCopy(in folder: TemporaryFolder) async throws -> String {
        let copy = folder.path("Benchmark")
        try await Tool.run("strip", ["--strip-debug", "-o", copy, await Bench.program])
        return copy
    }

    private func run(_ program: String, _ kind: WorkCommand.Kind, _ count: Int, size: String) async throws -> Int {
        let folder = try TemporaryFolder()
        let log = folder.path("log")
        try await Tool.run(
            "valgrind",
            [
                "--tool=callgrind", "--callgrind-out-file=/dev/null", "--log-file=\(log)", program, "work",
                kind.rawValue, "--frames", "\(count)", "--size", size,
            ])
        let text = try String(contentsOfFile: log, encoding: .utf8)
        guard let number = Self.collected(in: text) else {
            throw MeasuredProgram.Failure(description: "callgrind counted nothing:\n\(text)")
        }
        return number
    }

    /// Parses callgrind's `==1== Collected : 1234`.
    static func collected(in log: String) -> Int? {
        log.split(separator: "\n").first { $0.contains("Collected") }?.split(separator: " ").last.flatMap { Int($0) }
    }
}
