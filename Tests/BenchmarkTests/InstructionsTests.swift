import Foundation
import TestSupport
import Testing

@testable import Benchmark

@Suite("Instruction counts")
struct InstructionsTests {
    @Test("The instruction count is parsed from callgrind's log")
    func log() {
        #expect(InstructionsCommand.collected(in: "==7== Events    : Ir\n==7== Collected : 603165383\n") == 603_165_383)
        #expect(InstructionsCommand.collected(in: "==7== nothing") == nil)
    }

    @Test("A change of more than 5 % is a difference, in both directions")
    func differences() {
        var earlier = InstructionCounts()
        for name in ["dearer", "cheaper", "alike", "gone"] { earlier.add(name, 1000) }
        var counts = InstructionCounts()
        for (name, count) in [("dearer", 1051), ("cheaper", 949), ("alike", 1050), ("new", 7)] {
            counts.add(name, count)
        }
        #expect(
            counts.differences(from: earlier) == [
                "cheaper takes 949 instructions, 5.1 % fewer than 1000.",
                "dearer takes 1051 instructions, 5.1 % more than 1000.", "new has no earlier count.",
                "gone was not counted.",
            ])
        #expect(earlier.differences(from: earlier).isEmpty)
    }

    @Test("Counts are read as they were written")
    func file() throws {
        let folder = try TemporaryFolder()
        var counts = InstructionCounts()
        counts.add("queue", 20_512)
        try counts.write(to: folder.path("counts.json"))
        #expect(try InstructionCounts(contentsOf: folder.path("counts.json")) == counts)
    }

    @Test(
        "A frame takes as many instructions as before",
        .enabled(
            if: hasCountedProcessor, "the counts are of x86-64 with AVX2, for which the pixel conversion is written"))
    func frame() async throws {
        let earlier = Fixture.repository.appendingPathComponent("Benchmarks/instructions.json").path
        let program = Fixture.build.appendingPathComponent("Benchmark").path
        try await Tool.run("env", [program, "instructions", "--earlier", earlier])
    }
}

/// Whether this machine has the processor for which `Benchmarks/instructions.json` was written.
private let hasCountedProcessor: Bool = {
    let text = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").contains { $0.hasPrefix("flags") && $0.split(separator: " ").contains("avx2") }
}()
