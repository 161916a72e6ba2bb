import Foundation
import TestSupport
import Testing

/// A batch on a real Slurm, whose tasks and nodes die.
///
/// Run by `make batch-test`; environment variables name the cluster and set the number of rows.
@Suite(
    "A batch on a Slurm cluster", .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["PAGEREEL_SLURM_CLUSTER"] != nil, "make batch-test runs it"))
struct SlurmClusterTests {
    /// The folder of scripts/slurm-cluster.sh.
    private let cluster: String
    private let count: Int

    private static let shards = 20

    init() {
        let environment = ProcessInfo.processInfo.environment
        cluster = environment["PAGEREEL_SLURM_CLUSTER"] ?? ""
        count = environment["PAGEREEL_SLURM_ROWS"].flatMap(Int.init) ?? 500
    }

    private var environment: [String: String] {
        Pagereel.bareEnvironment.merging(["SLURM_CONF": "\(cluster)/slurm.conf"]) { $1 }
    }

    @Test("A killed shard, a requeued one and a lost node cost no row and record none twice", .timeLimit(.minutes(60)))
    func faults() async throws {
        let (here, there) = (try BatchFolder(), try BatchFolder())
        for batch in [here, there] { try batch.writeRows(count) }
        let local = try await here.run(timeout: .seconds(1800))
        #expect(local.exitCode == 0, "\(local.standardError)")

        let options = ["--engine", "slurm", "--shards", "\(Self.shards)", "--array-limit", "18"]
        let first = try await run(there, options) { try await interfere(with: there, $0) }
        print(first.standardError)
        // Only the rows of the killed shard are left.
        #expect(first.exitCode == 1)
        #expect(first.standardError.contains("records the rows that are left"))
        // An output that a killed worker could not note any more is recorded again.
        let done = recordedRows(of: there).count
        #expect(done < count)
        let second = try await run(there, options + ["--json"])
        #expect(second.exitCode == 0, "\(second.standardError)")
        #expect(second.standardOutput.contains("\"recorded\":\(count - done),"), "\(second)")

        let verified = try await there.run(command: ["batch", "verify"])
        #expect(verified.exitCode == 0, "\(verified.standardOutput)\(verified.standardError)")
        #expect(recordedRows(of: there).sorted() == Array(1...count), "each row is recorded once")

        var faults: [String] = []
        for id in 1...count {
            if let fault = try await there.fault(of: id) { faults.append(fault) }
            if try await !hasSameFrames(here.output(id), there.output(id)) { faults.append("row \(id) differs") }
        }
        #expect(faults == [])
    }

    private func run(
        _ batch: BatchFolder, _ options: [String], during body: (Recording) async throws -> Void = { _ in }
    ) async throws -> Pagereel.Outcome {
        try await Pagereel.run(
            ["batch"] + batch.arguments + options, environment: environment, folder: batch.folder,
            timeout: .seconds(3000), during: body)
    }

    /// The numbers of the rows whose recording the workers noted.
    private func recordedRows(of batch: BatchFolder) -> [Int] {
        (1...Self.shards).flatMap { batch.journal("done", named: "shard-\($0)-of-\(Self.shards)") }
            .compactMap { Int($0.split(separator: "\t")[5]) }
    }

    /// Kills a worker, requeues a task, and stops the daemon of a node until the node is lost.
    private func interfere(with batch: BatchFolder, _ recording: Recording) async throws {
        try await recording.wait(for: "Slurm job")
        let id = try #require(recording.console.text.firstMatch(of: /Slurm job ([0-9]+)/)?.output.1)
        try await waitForRows(of: batch, part: 0.1)
        // A task may have ended before its process is found.
        var killed: (task: String, process: Int32)?
        while killed == nil {
            let number = try await task(on: "n1", of: id)
            killed = worker(ofShard: number).map { (number, $0) }
        }
        let victim = try #require(killed)
        kill(victim.process, SIGKILL)

        try await waitForRows(of: batch, part: 0.2)
        let requeued = try await task(on: "n3", of: id)
        try await slurm("scontrol", ["requeue", "\(id)_\(requeued)"])

        try await waitForRows(of: batch, part: 0.3)
        let processID = try String(contentsOfFile: "\(cluster)/n2/slurmd.pid", encoding: .utf8)
        kill(try #require(Int32(processID.trimmingCharacters(in: .whitespacesAndNewlines))), SIGKILL)
        try await Condition.wait(for: "the node's loss") {
            try String(contentsOfFile: "\(cluster)/slurmctld.log", encoding: .utf8).contains(
                "Nodes n2 not responding, setting DOWN")
        }
        try await slurm(
            Fixture.repository.appendingPathComponent("scripts/slurm-cluster.sh").path, ["node", cluster, "2"])
        print("killed shard \(victim.task), requeued \(requeued), lost a node and started it again")
    }

    private func waitForRows(of batch: BatchFolder, part: Double) async throws {
        try await Condition.wait(for: "rows", limit: .seconds(1200)) {
            Double(batch.outputs(of: count).count) >= part * Double(count)
        }
    }

    /// Waits for a task on a node, and returns its number.
    private func task(on node: String, of id: Substring) async throws -> String {
        while true {
            let text = try await slurm(
                "squeue", ["-h", "-r", "-j", "\(id)", "-w", node, "-t", "RUNNING", "-o", "%K"])
            if let number = text.split(whereSeparator: \.isNewline).first { return String(number) }
        }
    }

    /// The process of a shard's worker.
    private func worker(ofShard number: String) -> Int32? {
        ProcessTable().entries.first { entry in
            let words = FileManager.default.contents(atPath: "/proc/\(entry.processID)/cmdline") ?? Data()
            return entry.name == "pagereel" && words.range(of: Data("\0\(number)/\(Self.shards)\0".utf8)) != nil
        }?.processID
    }

    @discardableResult
    private func slurm(_ program: String, _ arguments: [String]) async throws -> String {
        let variables = environment.map { "\($0.key)=\($0.value)" }
        return String(decoding: try await Tool.run("env", variables + [program] + arguments), as: UTF8.self)
    }

    /// Whether two videos have the same frames once they are decoded; equal files do.
    private func hasSameFrames(_ first: String, _ second: String) async throws -> Bool {
        if FileManager.default.contentsEqual(atPath: first, andPath: second) { return true }
        let hashes = try await [hash(first), hash(second)]
        return hashes[0] == hashes[1]
    }

    private func hash(_ path: String) async throws -> [UInt8] {
        try await Tool.run("ffmpeg", ["-v", "error", "-nostdin", "-i", path, "-f", "framemd5", "-"])
    }
}
