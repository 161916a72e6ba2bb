import Foundation
import TestSupport
import Testing

extension EndToEndTests {
    /// Runs the benchmark on 1 s of one page; its results are not tested.
    @Suite("Benchmark")
    struct BenchmarkRuns {
        @Test("Each part of the benchmark gives a result")
        func everyPart() async throws {
            let folder = URL(fileURLWithPath: Pagereel.executable).deletingLastPathComponent()
            let program = folder.appendingPathComponent("Benchmark").path
            let outcome = try await Pagereel.run(
                [],
                wrapper: [
                    program, "--pages", "clock", "--formats", "320x180@10", "--ways", "painted", "--seconds", "1",
                    "--repeat", "1",
                ],
                appendsExecutable: false)
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            let rows = outcome.standardOutput.split(separator: "\n").filter { $0.hasPrefix("| clock") }
            // A busy machine may miss the moment of measurement.
            #expect((3...5).contains(rows.count), "\(outcome.standardOutput)")
            #expect(!rows.contains { $0.contains("| - ") || $0.contains("nan") || $0.contains("inf") })
        }

        @Test("pagereel and ffmpeg render the same number of frames and samples", .full)
        func timeline() async throws {
            let folder = URL(fileURLWithPath: Pagereel.executable).deletingLastPathComponent()
            let outcome = try await Pagereel.run(
                [],
                wrapper: [
                    folder.appendingPathComponent("Benchmark").path, "timeline", "--format", "160x90@10", "--seconds",
                    "3", "--repeat", "1",
                ],
                appendsExecutable: false)
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            let rows = outcome.standardOutput.split(separator: "\n").filter { $0.hasPrefix("| ") }
            #expect(rows.count == 3, "\(outcome.standardOutput)")
            #expect(rows.last?.hasSuffix(" 1.00              |") == true, "\(outcome.standardOutput)")
        }
    }
}
