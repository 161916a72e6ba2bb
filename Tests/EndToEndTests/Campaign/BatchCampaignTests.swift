import Foundation
import TestSupport
import Testing

/// A batch of hundreds of rows, whose pages, processes and disk fail.
///
/// Run by `make batch-campaign`; environment variables set the number of rows and the random seed.
@Suite(
    "The campaign of batches", .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["PAGEREEL_BATCH_CAMPAIGN"] != nil, "make batch-campaign runs it"))
struct BatchCampaignTests {
    private static func number(_ name: String, or usual: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap(Int.init) ?? usual
    }

    /// What the rows are meant to do.
    private struct Plan {
        let count: Int
        /// The rows whose pages never start.
        let never: Set<Int>
        /// The rows whose pages start only when they are loaded a second time.
        let once: Set<Int>

        init(count: Int, using chances: inout SplitMix) {
            self.count = count
            let ids = (1...count).shuffled(using: &chances)
            never = Set(ids.prefix(count / 50))
            once = Set(ids.dropFirst(count / 50).prefix(count / 20))
        }
    }

    @Test("What fails is exactly what must, and the second run does only the rest")
    func campaign() async throws {
        let count = Self.number("PAGEREEL_BATCH_CAMPAIGN", or: 500)
        var chances = SplitMix(seed: UInt64(Self.number("PAGEREEL_BATCH_CAMPAIGN_SEED", or: 1)))
        let plan = Plan(count: count, using: &chances)
        let batch = try BatchFolder()
        let disk = try batch.folder.makeFolder("out")
        var pages: [String: WebServer.Page] = [:]
        for id in plan.once {
            var page = WebServer.Page("", after: .zero)
            page.headers = ["Content-Type": "text/javascript"]
            page.failures = 1
            pages["/once/\(id)"] = page
        }
        try await WebServer.serving(pages) { server in
            try batch.write(
                "id,template,seconds,fails,gate",
                (1...count).map { id in
                    let gate = plan.once.contains(id) ? server.url("/once/\(id)") : ""
                    return
                        "\(id),\(BatchFolder.templates[id % 4]),0.4,\(plan.never.contains(id) ? "never" : ""),\(gate)"
                })
            try await SmallDisk.mounted(at: disk, kilobytes: 64 << 10) { _ in
                try await run(batch, plan, disk, &chances)
            }
        }
    }

    private func run(
        _ batch: BatchFolder, _ plan: Plan, _ disk: String, _ chances: inout SplitMix
    ) async throws {
        let options = ["--retry", "9", "--retry-delay", "100ms", "--start-timeout=3s", "--allow-local"]
        // Each kill comes after so many rows have begun.
        let kills = (0..<plan.count / 25).map { _ in Int.random(in: 1...plan.count, using: &chances) }.sorted()
        let picks = (0..<kills.count).map { _ in Double.random(in: 0..<1, using: &chances) }
        var killed = 0
        let first = try await batch.run(options, timeout: .seconds(3600)) { recording in
            for (index, (begun, pick)) in zip(kills, picks).enumerated() {
                try await Condition.wait(for: "row \(begun)") { batch.journal("begun").count >= begun }
                guard recording.isRunning else { return }
                if index == kills.count / 2 { try await fill(disk, of: batch) }
                let victims = recording.descendants.filter {
                    ["WebKitWebProces", "pagereel-engin", "WebKitNetworkPr", "Xvfb"].contains($0.name)
                }
                guard !victims.isEmpty else { continue }
                kill(victims[Int(pick * Double(victims.count))].processID, SIGKILL)
                killed += 1
            }
        }
        #expect(first.exitCode == 1, "\(first.standardError)")
        let failed = Set(batch.journal("failed").compactMap { Int($0.split(separator: "\t")[5]) })
        let full = batch.journal("failed").filter { $0.contains("disk is full") || $0.contains("No space left") }
        let fullRows = Set(full.compactMap { Int($0.split(separator: "\t")[5]) })
        #expect(failed == plan.never.union(fullRows))
        #expect(batch.outputs(of: plan.count) == Set(1...plan.count).subtracting(failed))
        #expect(batch.journal("done").count == plan.count - failed.count)

        let second = try await batch.run(options + ["--json"], timeout: .seconds(3600))
        #expect(second.exitCode == 1, "\(second.standardError)")
        #expect(second.standardOutput.contains("\"done\":\(plan.count - failed.count),"), "\(second.standardOutput)")
        #expect(batch.outputs(of: plan.count) == Set(1...plan.count).subtracting(plan.never))
        #expect(batch.journal("begun").count == plan.count + failed.count)
        var faults: [String] = []
        for id in batch.outputs(of: plan.count).sorted() {
            if let fault = try await batch.fault(of: id) { faults.append(fault) }
        }
        #expect(faults == [])
        print(
            "\(plan.count) rows: \(killed) processes killed, \(plan.once.count) pages failed once, "
                + "\(plan.never.count) always, \(fullRows.count) rows on a full disk")
    }

    /// Fills the disk until two rows have failed for it, then frees it.
    private func fill(_ disk: String, of batch: BatchFolder) async throws {
        let filler = "\(disk)/filler"
        _ = FileManager.default.createFile(atPath: filler, contents: nil)
        let handle = try #require(FileHandle(forWritingAtPath: filler))
        let block = Data(repeating: 1, count: 4096)
        while (try? handle.write(contentsOf: block)) != nil {}
        try handle.close()
        let before = batch.journal("failed").count
        try await Condition.wait(for: "rows on a full disk") { batch.journal("failed").count >= before + 2 }
        try FileManager.default.removeItem(atPath: filler)
    }
}
