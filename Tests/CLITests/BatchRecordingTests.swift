import ArgumentParser
import Batch
import Foundation
import Recorder
import Synchronization
import TestSupport
import Testing

@testable import CLI

@Suite("The rows of a batch, with an engine that records nothing")
struct BatchRecordingTests {
    /// Says of each row that it is done, or that its page did not load.
    private final class IdleRecorder: RowRecording {
        let failing: Set<Int>
        let rows = Mutex<[Int]>([])

        init(failing: Set<Int>) { self.failing = failing }

        func record(_ job: RowRecorder.Job) async -> RowRecorder.Outcome {
            rows.withLock { $0.append(job.row.number) }
            let stamp = FileStamp(bytes: 1, modified: 1, checksum: String(repeating: "0", count: 32))
            return RowRecorder.Outcome(
                entry: JournalEntry(
                    output: job.row.output, row: job.row.number, fingerprint: job.row.fingerprint, attempts: 1,
                    milliseconds: 1,
                    result: failing.contains(job.row.number) ? .failed(status: 66, reason: "gone") : .done(stamp)),
                result: nil)
        }

        func abort() {}
        func drain() async {}
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Runs a batch of so many rows.
    @MainActor
    private func run(_ count: Int, _ recorder: IdleRecorder, _ options: [String] = []) async throws -> CLI.ExitStatus {
        let rows = (1...count).map { "\($0),EU,Name \($0)\r\n" }.joined()
        let manifest = try folder.write("rows.csv", "id,region,name\r\n" + rows)
        try folder.write("page.html", "")
        let command = try BatchRunCommand.parse(
            [
                manifest, "--page", folder.path("page.html") + "?{id}", "-o", folder.path("out/{region}/{id}.mp4"),
                "--quiet",
            ] + options)
        let plan = try BatchPlan(command.batch, from: nil)
        let check = try plan.check()
        #expect(check.planned == count)
        let journal = try JournalFile(in: command.batch.journalFolder, named: "local")
        return try await BatchRecording(
            command, plan: plan, check: check, replaced: [], journal: journal, jobs: JobCount(given: 2),
            recorder: recorder
        ).run()
    }

    @Test(
        "An upload has the file and its name in place of columns; what the shell or another language reads stays",
        arguments: [
            ("cp {file} {id}", false), ("cp {file} \"store/{id}\"", false), ("cp {file} ${STORE}", true),
            ("awk '{print}' {file}", true), ("cp {file} {a,b}", true), ("{ cp {file} x; }", true),
        ])
    func uploadPlaceholders(command: String, isValid: Bool) {
        // The reason is tried from the user's side.
        let upload = try? UploadCommand(command)
        #expect((upload != nil) == isValid, "\(command)")
    }

    @Test("Each row runs once and is journaled; scheduling it costs little")
    func all() async throws {
        // A million rows show what scheduling costs; docs/scale.md has the result.
        let count = ProcessInfo.processInfo.environment["PAGEREEL_BATCH_ROWS"].flatMap(Int.init) ?? 2_000
        let recorder = IdleRecorder(failing: [7])
        let begun = ContinuousClock.now
        #expect(try await run(count, recorder) == .unexpected)
        let time = begun.duration(to: .now)
        print("\(count) rows in \(time), with the check and the list of failed rows")
        #expect(recorder.rows.withLock { $0.sorted() } == Array(1...count))
        let journal = try String(contentsOfFile: folder.path("rows.csv.journal/local.journal"), encoding: .utf8)
        #expect(journal.split(separator: "\n").count == 2 * count + 2)
        let failed = try String(contentsOfFile: folder.path("rows.csv.journal/failed.csv"), encoding: .utf8)
        #expect(failed == "id,region,name,failure\r\n7,EU,Name 7,gone\r\n")
    }

    @Test("After too many failures no more rows begin")
    func failures() async throws {
        let recorder = IdleRecorder(failing: Set(1...100))
        #expect(try await run(100, recorder, ["--max-failures", "3"]) == .unexpected)
        #expect(recorder.rows.withLock { (4...6).contains($0.count) })
    }

    @Test("If the first rows all fail alike, no more begin, unless that is asked for")
    func alike() async throws {
        let all = IdleRecorder(failing: Set(1...100))
        #expect(try await run(100, all) == .unexpected)
        #expect(all.rows.withLock { (5...6).contains($0.count) })
        let forced = IdleRecorder(failing: Set(1...100))
        try FileManager.default.removeItem(atPath: folder.path("rows.csv.journal"))
        #expect(try await run(100, forced, ["--max-failures", "100%"]) == .unexpected)
        #expect(forced.rows.withLock { $0.count } == 100)
        // The first one is recorded.
        let later = IdleRecorder(failing: Set(2...100))
        try FileManager.default.removeItem(atPath: folder.path("rows.csv.journal"))
        #expect(try await run(100, later) == .unexpected)
        #expect(later.rows.withLock { $0.count } == 100)
    }
}
