import Foundation
import TestSupport
import Testing

/// Crashes, hangs, invalid data and full disks during a recording.
///
/// Run by `make campaign`; environment variables set the number of runs and the random seed.
@Suite(
    "The campaign", .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["PAGEREEL_CAMPAIGN"] != nil, "make campaign runs it"))
struct CampaignTests {
    /// The results of one group of faults.
    private struct Row {
        var kinds: Set<String> = []
        var runs = 0
        var failed = 0
    }

    private static func number(_ name: String, or usual: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap(Int.init) ?? usual
    }

    @Test("No fault loses data or leaves anything behind")
    func campaign() async throws {
        let seed = Self.number("PAGEREEL_CAMPAIGN_SEED", or: 1)
        let count = Self.number("PAGEREEL_CAMPAIGN", or: CampaignFault.all.count)
        var chances = SplitMix(seed: UInt64(seed))
        let possible = CampaignFault.all.filter {
            ($0.diskSize == nil || SmallDisk.isAvailable) && (!$0.needsRoot || getuid() == 0)
        }
        var kinds: [CampaignFault] = []
        var rows: [CampaignFault.Group: Row] = [:]
        var failures: [String: [String: Int]] = [:]
        for number in 1...count {
            if kinds.isEmpty { kinds = possible.shuffled(using: &chances) }
            let fault = kinds.removeLast()
            let run = CampaignRun(
                fault: fault, chance: Double.random(in: 0..<1, using: &chances),
                container: ["mp4", "mkv", "webm", "mov"].randomElement(using: &chances) ?? "mp4",
                hasOldOutput: Bool.random(using: &chances))
            let faults = try await run.perform()
            rows[fault.group, default: Row()].kinds.insert(fault.name)
            rows[fault.group, default: Row()].runs += 1
            if !faults.isEmpty {
                rows[fault.group, default: Row()].failed += 1
                for text in faults { failures[fault.name, default: [:]][text, default: 0] += 1 }
                print("\(number): \(fault.group.rawValue): \(fault.name): \(faults.joined(separator: ", "))")
            }
        }
        try Self.write(rows, failures, seed: seed)
        #expect(failures.isEmpty)
    }

    /// Writes the table to out/campaign.md.
    private static func write(
        _ rows: [CampaignFault.Group: Row], _ failures: [String: [String: Int]], seed: Int
    ) throws {
        var text = "Seed \(seed):\n\n| what happens | kinds | runs | failed |\n| --- | --- | --- | --- |\n"
        for group in CampaignFault.Group.allCases {
            guard let row = rows[group] else { continue }
            text += "| \(group.rawValue) | \(row.kinds.count) | \(row.runs) | \(row.failed) |\n"
        }
        text += "\n"
        for (name, faults) in failures.sorted(by: { $0.key < $1.key }) {
            let list = faults.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }.joined(separator: ", ")
            text += "- \(name): \(list)\n"
        }
        try FileManager.default.createDirectory(atPath: "out", withIntermediateDirectories: true)
        try text.write(toFile: "out/campaign.md", atomically: true, encoding: .utf8)
        print(text)
    }
}
