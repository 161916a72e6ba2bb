import Foundation
import Subprocess
import TestSupport
import Testing

extension CommandTests {
    /// `pagereel batch` with Slurm's commands.
    @Suite("Batches on a cluster")
    struct Clusters {
        private let batch: BatchFolder
        private let slurm: SlurmStandIn

        init() throws {
            batch = try BatchFolder()
            slurm = try SlurmStandIn()
        }

        private func run(
            _ options: [String] = [], command: [String] = ["batch"], takesRows: Bool = true,
            during body: (Recording) async throws -> Void = { _ in }
        ) async throws -> Pagereel.Outcome {
            try await Pagereel.run(
                command + (takesRows ? batch.arguments : ["rows.csv"]) + options, environment: slurm.environment,
                folder: batch.folder, during: body)
        }

        @Test("The shards of a job record all rows, and the result is that of the batch", .full)
        func waits() async throws {
            try batch.writeRows(6, fails: [5: "never"])
            let outcome = try await run(
                [
                    "--engine", "slurm", "--shards", "2", "--json", "--start-timeout=3s", "--retry=0", "--mem", "2G",
                    "--engine-options", "--account=a", "--where=b",
                ])
            #expect(outcome.exitCode == 1, "\(outcome.standardError)")
            for part in [#""done":0,"failed":1,"#, #""left":0,"#, #""recorded":5,"#] {
                #expect(outcome.standardOutput.contains(part), "\(outcome)")
            }
            #expect(batch.outputs(of: 6) == [1, 2, 3, 4, 6])
            for id in [1, 6] { #expect(try await batch.fault(of: id) == nil) }
            #expect(batch.journal("done", named: "shard-1-of-2").count == 2)
            #expect(batch.journal("done", named: "shard-2-of-2").count == 3)
            let failed = try String(contentsOfFile: batch.folder.path("rows.csv.journal/failed.csv"), encoding: .utf8)
            #expect(failed.contains("5,chart,0.4,never,"))
            #expect(try slurm.arguments.hasSuffix("--mem=2048M --account=a --where=b\n"))
        }

        @Test("A job goes on by itself, keeps others away, and can be ended", .full)
        func detached() async throws {
            try batch.writeRows(20, seconds: 3)
            let submitted = try await run(["--engine=slurm", "--detach"])
            #expect(submitted.exitCode == 0, "\(submitted.standardError)")
            #expect(submitted.standardError.contains("batch wait rows.csv"))
            for options in [[], ["--engine", "slurm"]] {
                let refused = try await run(options)
                #expect(refused.exitCode == 73, "\(refused.standardError)")
                #expect(refused.standardError.contains("Slurm job 12"))
            }
            try await Condition.wait(for: "a row") { !batch.journal("begun", named: "shard-1-of-1").isEmpty }
            let status = try await run(command: ["batch", "status"])
            #expect(status.standardError.contains("1 running, 0 waiting"), "\(status.standardError)")
            let interrupted = try await run(command: ["batch", "wait"], takesRows: false) { waiting in
                try await waiting.wait(for: "Slurm job 12")
                try waiting.send(.interrupt)
            }
            #expect(interrupted.exitCode == 130 && interrupted.standardError.contains("goes on"))
            #expect(try await run(command: ["batch", "cancel"], takesRows: false).exitCode == 0)
            let ended = try await run(command: ["batch", "wait"], takesRows: false)
            #expect(ended.exitCode == 1 && ended.standardError.contains("records the rows that are left"))
            // The row under way was finished.
            let done = batch.journal("done", named: "shard-1-of-1").count
            #expect((1..<20).contains(done) && batch.journal("begun", named: "shard-1-of-1").count == done)
            #expect(try await run(command: ["batch", "wait"], takesRows: false).exitCode == 65)
        }

        @Test("What Slurm refuses, or lacks, is said, and no job is remembered")
        func refusals() async throws {
            try batch.writeRows(2)
            let refused = try await run(["--engine", "slurm", "--engine-options", "--nice=refused"])
            #expect(refused.exitCode == 69 && refused.standardError.contains("Invalid nice value"))
            let missing = try await Pagereel.run(
                ["batch"] + batch.arguments + ["--engine", "slurm"], environment: ["PATH": "/nonexistent"],
                folder: batch.folder)
            #expect(missing.exitCode == 69 && missing.standardError.contains("Cannot find sbatch"))
            #expect(try await run(command: ["batch", "cancel"], takesRows: false).exitCode == 65)
            #expect(batch.journal("").isEmpty)
        }

        @Test("A worker records nothing of a manifest that has been changed since", .full)
        func changedManifest() async throws {
            try batch.writeRows(2)
            let outcome = try await batch.run(["--shard", "1/1", "--checked", "0123"])
            #expect(outcome.exitCode == 65 && outcome.standardError.contains("changed since"))
        }

        @Test("A worker waits for another one of its shard, and records nothing twice", .full)
        func requeued() async throws {
            try batch.writeRows(3, seconds: 1)
            let dry = try await run(["--engine", "slurm", "--dry-run"])
            let checked = try #require(dry.standardOutput.firstMatch(of: /--checked=([0-9a-f]+)/)?.output.1)
            let options = ["--shard", "1/1", "--jobs", "1", "--checked", String(checked)]
            let journal = "shard-1-of-1"
            async let first = batch.run(options)
            try await Condition.wait(for: "a row") { !batch.journal("begun", named: journal).isEmpty }
            let second = try await batch.run(options)
            #expect(try await first.exitCode == 0)
            #expect(second.exitCode == 0, "\(second.standardError)")
            #expect(batch.journal("begun", named: journal).count == 3)
        }
    }
}
