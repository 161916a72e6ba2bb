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

    /// The kernel leaves some out: of single lists of so many threads, about one in a thousand lacks one.
    @Test func `No thread is missing while others end`() throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = ["-c", Self.threads]
        try process.run()
        defer { kill(process.processIdentifier, SIGKILL) }
        var lists = [Set<Int32>](repeating: [], count: 3)
        var seen: Set<Int32> = []
        var missing: [Int] = []
        while seen.count < 10_000 && process.isRunning {
            lists = lists.dropFirst() + [ProcessTree.threads(of: process.processIdentifier)]
            seen.formUnion(lists[2])
            if !lists[0].intersection(lists[2]).isSubset(of: lists[1]) { missing.append(seen.count) }
        }
        #expect(missing.isEmpty, "\(missing.count) times")
        #expect(process.isRunning)
    }

    /// A program that starts threads, each of which lives for up to 200 ms, until the tests end.
    private static let threads = """
        import os, random, threading, time
        parent = os.getppid()
        while os.getppid() == parent:
            threading.Thread(target=time.sleep, args=(random.random() / 5,), daemon=True).start()
            time.sleep(0.0003)
        """
}
