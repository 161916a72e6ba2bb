import EngineLink
import Foundation
import Testing

@Suite struct ProcessTreeTests {
    /// Some processes may not be read even by root, such as one with more capabilities.
    @Test func `Processes that may not be read are not taken for ones that execute a program`() {
        #expect(ProcessTree.kill(withVariable: "PAGEREEL_TEST=\(UUID().uuidString)"))
    }

    @Test func `Processes with a variable are killed`() throws {
        let entry = "PAGEREEL_TEST=\(UUID().uuidString)"
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [entry, "sleep", "60"]
        try process.run()
        // The variable is there once env has executed sleep.
        let names = URL(filePath: "/proc/\(process.processIdentifier)/comm")
        while try String(contentsOf: names, encoding: .utf8) != "sleep\n" { sched_yield() }
        #expect(ProcessTree.kill(withVariable: entry))
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal)
        #expect(process.terminationStatus == SIGKILL)
    }
}
