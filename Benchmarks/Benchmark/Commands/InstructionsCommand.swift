import ArgumentParser
import Foundation
import Frames
import PageRenderer
import Recorder
import TestSupport

/// Counts the instructions of the recorder's inner loops, which is exact where times are not.
struct InstructionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "instructions", abstract: "Counts the instructions of a frame with valgrind.")

    @Option(help: "Pictures that are converted in the shorter of two runs.")
    var pictures = 10

    @Option(help: "Frames that go through the queue in the shorter of two runs.")
    var frames = 4000

    @Option(help: "A file of earlier counts; fails if one differs by more than 5 %.")
    var earlier: String?

    @Option(help: "A file for the counts.")
    var write: String?

    func run() throws {
        let command = self
        let counts = try MainLoop.run { try await command.count() }
        print(Self.table(of: counts), terminator: "")
        if let write { try counts.write(to: write) }
        guard let earlier else { return }
        let differences = try counts.differences(from: InstructionCounts(contentsOf: earlier))
        guard !differences.isEmpty else { return }
        throw MeasuredProgram.Failure(
            description: differences.joined(separator: "\n")
                + "\nIf that is intended, or the compiler is another one, write the file anew with --write \(earlier)")
    }

    private static func table(of counts: InstructionCounts) -> String {
        var table = MarkdownTable(["frame", "instructions", "a pixel"])
        let pixels = Double(WorkCommand.size.width * WorkCommand.size.height)
        for (name, count) in counts.ofFrames.sorted(by: { $0.key < $1.key }) {
            table.add([name, "\(count)", String(format: "%.2f", Double(count) / pixels)])
        }
        return table.text
    }

    /// Counts a frame's conversion and way through the queue together.
    ///
    /// The queue's count alone varies by a twentieth with the machine's load, but is small.
    @MainActor
    private func count() async throws -> InstructionCounts {
        let folder = try TemporaryFolder()
        let program = try await makeCopy(in: folder)
        let queue = try await instructions(of: program, .queue, frames)
        var counts = InstructionCounts()
        for (name, kind) in [("all rows", WorkCommand.Kind.convert), ("an eighth of the rows", .convertPart)] {
            counts.add(name, try await instructions(of: program, kind, pictures) + queue)
        }
        return counts
    }

    /// The instructions per frame: the difference between a run and one three times as long, which
    /// excludes startup and exit.
    private func instructions(of program: String, _ kind: WorkCommand.Kind, _ count: Int) async throws -> Int {
        async let short = run(program, kind, count)
        async let long = run(program, kind, 3 * count)
        return try await (long - short) / (2 * count)
    }

    /// A copy of this program without debugging information, which valgrind 3.19 cannot read (DWARF
    /// 5).
    private func makeCopy(in folder: TemporaryFolder) async throws -> String {
        let copy = folder.path("Benchmark")
        try await Tool.run("strip", ["--strip-debug", "-o", copy, await Bench.program])
        return copy
    }

    private func run(_ program: String, _ kind: WorkCommand.Kind, _ count: Int) async throws -> Int {
        let folder = try TemporaryFolder()
        let log = folder.path("log")
        try await Tool.run(
            "valgrind",
            [
                "--tool=callgrind", "--callgrind-out-file=/dev/null", "--log-file=\(log)", program, "work",
                kind.rawValue, "--frames", "\(count)",
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
