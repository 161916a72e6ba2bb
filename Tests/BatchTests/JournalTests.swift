import Files
import Foundation
import TestSupport
import Testing

@testable import Batch

@Suite("The journal of a batch")
struct JournalTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var journals: String { folder.path("rows.csv.journal") }
    private static let options = Fingerprint(words: ["--fps=30"], data: "{}")

    /// Writes an output and returns the entry for it.
    private func entry(_ name: String, _ content: String = "video") throws -> JournalEntry {
        let path = try folder.write(name, content)
        return JournalEntry(
            output: path, row: 1, fingerprint: Self.options, attempts: 1, milliseconds: 500,
            result: .done(try #require(FileStamp(of: path))))
    }

    private func begun(_ path: String) -> JournalEntry {
        JournalEntry(output: path, row: 1, fingerprint: Self.options, attempts: 0, milliseconds: 0, result: .begun)
    }

    @Test(
        "An entry is read as it was written",
        arguments: ["out/1.mp4", "out/50%.mp4", "out/%41\t\n.mp4", "out/é 視.mp4"])
    func roundTrip(output: String) {
        let stamp = FileStamp(bytes: 12, modified: 1_700_000_000_123_456_789, checksum: "0123456789abcdef")
        let results: [JournalEntry.Result] = [
            .begun, .failed(status: 66, reason: "The page\tcannot\nbe loaded: 100%."), .done(stamp), .uploaded(stamp),
            .kept(stamp, reason: "exit status 1:\tno\nnetwork"), .unmet(stamp, reason: "It was\tlate."),
        ]
        for result in results {
            let entry = JournalEntry(
                output: output, row: 7, fingerprint: Self.options, attempts: 2, milliseconds: 1500, result: result)
            #expect(!entry.line.contains("\n"))
            #expect(JournalEntry(line: Array(entry.line.utf8)) == entry)
        }
    }

    @Test("With uploads, a row is done when its output was uploaded, wherever the file is then")
    func uploads() throws {
        let paths = ["done", "kept", "uploaded"].map { "\($0).mp4" }
        let entries = try paths.map { try entry($0) }
        let stamps = try entries.map { try #require(FileStamp(of: $0.output)) }
        let results = [
            JournalEntry.Result.done(stamps[0]), .kept(stamps[1], reason: "no network"), .uploaded(stamps[2]),
        ]
        let file = try JournalFile(in: journals, named: "local")
        var follower = try JournalFollower(in: journals)
        for (entry, result) in zip(entries, results) {
            try file.add(
                JournalEntry(
                    output: entry.output, row: 1, fingerprint: Self.options, attempts: 1, milliseconds: 1,
                    result: result))
        }
        try file.end()
        try FileManager.default.removeItem(atPath: entries[2].output)
        let with = try Journal(in: journals, needsUpload: true)
        #expect(entries.map { with.state(of: $0.output, Self.options) } == [.notUploaded, .notUploaded, .done])
        #expect(with.failure(of: entries[1].output)?.reason == "no network")
        #expect(with.state(of: entries[2].output, Fingerprint(words: [], data: "")) == .changed)
        let without = try Journal(in: journals)
        #expect(entries.map { without.state(of: $0.output, Self.options) } == [.done, .done, .done])
        #expect(without.failure(of: entries[1].output) == nil)
        try follower.read()
        #expect(follower.recorded == 2 && follower.failed == 1)
    }

    @Test("Recordings of a row are counted over all journals; uploads and other options do not count")
    func recordings() throws {
        let first = try entry("1.mp4")
        let stamp = try #require(FileStamp(of: first.output))
        func line(_ result: JournalEntry.Result, _ words: [String] = ["--fps=30"]) -> JournalEntry {
            JournalEntry(
                output: first.output, row: 1, fingerprint: Fingerprint(words: words, data: "{}"), attempts: 1,
                milliseconds: 1, result: result)
        }
        func later(_ seconds: Int) -> FileStamp {
            FileStamp(bytes: 1, modified: stamp.modified + seconds, checksum: stamp.checksum)
        }
        let file = try JournalFile(in: journals, named: "a")
        for result in [JournalEntry.Result.begun, .kept(stamp, reason: "no network"), .uploaded(stamp)] {
            try file.add(line(result))
        }
        #expect(try Journal(in: journals).recordings(of: first.output) == 1)
        try file.add(line(.begun))
        try file.add(line(.done(later(1))))
        #expect(try Journal(in: journals).recordings(of: first.output) == 2)
        // Read before and after, written later and earlier.
        try JournalFile(in: journals, named: "0").add(line(.done(later(-1))))
        try JournalFile(in: journals, named: "b").add(line(.done(later(-2))))
        #expect(try Journal(in: journals).recordings(of: first.output) == 4)
        try file.add(line(.done(later(2)), ["--fps=25"]))
        #expect(try Journal(in: journals).recordings(of: first.output) == 1)
        #expect(try Journal(in: journals).recordings(of: "other.mp4") == 0)
    }

    @Test("A follower counts each row once, as its last line says")
    func follower() throws {
        let file = try JournalFile(in: journals, named: "shard-1-of-2")
        let (first, second) = (try entry("1.mp4"), try entry("2.mp4"))
        func failed(_ entry: JournalEntry) -> JournalEntry {
            JournalEntry(
                output: entry.output, row: 1, fingerprint: Self.options, attempts: 1, milliseconds: 1,
                result: .failed(status: 12, reason: "crashed"))
        }
        try file.add(first)
        var follower = try JournalFollower(in: journals)
        try follower.read()
        #expect(follower.recorded == 0 && follower.failed == 0, "what was written before does not count")
        try file.add(failed(second))
        try follower.read()
        #expect(follower.recorded == 0 && follower.failed == 1)
        // Another worker, whose journal is new.
        let other = try JournalFile(in: journals, named: "shard-2-of-2")
        try other.add(begun(second.output))
        try other.add(second)
        try follower.read()
        #expect(follower.recorded == 1 && follower.failed == 0)
    }

    @Test("A row is done while its output is unchanged, and its options too")
    func done() throws {
        let (first, second) = (try entry("1.mp4"), try entry("2.mp4"))
        let file = try JournalFile(in: journals, named: "local")
        try file.add(first)
        try file.add(second)
        try file.end()
        let journal = try Journal(in: journals)
        #expect(journal.state(of: first.output, Self.options) == .done)
        #expect(journal.state(of: first.output, nil) == .done)
        #expect(journal.state(of: first.output, Fingerprint(words: ["--fps=25"], data: "{}")) == .changed)
        #expect(journal.state(of: first.output, Fingerprint(words: ["--fps=30"], data: "{1}")) == .changed)
        #expect(journal.state(of: folder.path("3.mp4"), Self.options) == .missing)
        try folder.write("3.mp4", "a file of the user's")
        #expect(journal.state(of: folder.path("3.mp4"), Self.options) == .foreign)
        try FileManager.default.removeItem(atPath: first.output)
        #expect(journal.state(of: first.output, Self.options) == .gone)
        try folder.write("2.mp4", "longer than before")
        #expect(journal.state(of: second.output, Self.options) == .broken)
    }

    @Test("The content counts, not the modification time")
    func content() throws {
        let entry = try entry("1.mp4")
        let file = try JournalFile(in: journals, named: "local")
        try file.add(entry)
        try file.end()
        let journal = try Journal(in: journals)
        try folder.write("1.mp4", "video")
        #expect(journal.state(of: entry.output, Self.options) == .done)
        try folder.write("1.mp4", "VIDEO")
        #expect(journal.state(of: entry.output, Self.options) == .broken)
    }

    @Test("After a run that was killed, outputs are read")
    func killed() throws {
        let (written, torn) = (try entry("1.mp4"), try entry("2.mp4"))
        do {
            let file = try JournalFile(in: journals, named: "local")
            try file.add(written)
            try file.add(torn)
            try file.add(begun(folder.path("3.mp4")))
            try file.add(begun(folder.path("4.mp4")))
        }
        // As after the reset of a machine: the right size and time, but not the content.
        let date = try FileManager.default.attributesOfItem(atPath: torn.output)[.modificationDate]
        try folder.write("2.mp4", "\0\0\0\0\0")
        try FileManager.default.setAttributes([.modificationDate: try #require(date)], ofItemAtPath: torn.output)
        try folder.write("4.mp4", "whole, but not noted")
        let journal = try Journal(in: journals)
        #expect(journal.state(of: written.output, Self.options) == .done)
        #expect(journal.state(of: torn.output, Self.options) == .unfinished)
        #expect(journal.state(of: folder.path("3.mp4"), Self.options) == .missing)
        #expect(journal.state(of: folder.path("4.mp4"), Self.options) == .unfinished)
    }

    @Test("A line that a killed process left incomplete hides nothing")
    func incompleteLine() throws {
        let (first, second) = (try entry("1.mp4"), try entry("2.mp4"))
        do {
            let file = try JournalFile(in: journals, named: "local")
            try file.add(first)
        }
        let path = "\(journals)/local.journal"
        let handle = try #require(FileHandle(forWritingAtPath: path))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(second.line.utf8.dropLast(9)))
        try handle.close()
        do {
            let file = try JournalFile(in: journals, named: "local")
            try file.add(second)
            try file.end()
        }
        let journal = try Journal(in: journals)
        #expect(journal.state(of: first.output, Self.options) == .done)
        #expect(journal.state(of: second.output, Self.options) == .done)
    }

    @Test("The journals of all workers count, the latest entry of each")
    func workers() throws {
        let path = folder.path("1.mp4")
        let failed = JournalEntry(
            output: path, row: 1, fingerprint: Self.options, attempts: 3, milliseconds: 900,
            result: .failed(status: 66, reason: "It cannot be loaded."))
        try JournalFile(in: journals, named: "shard-1-of-2").add(failed)
        var journal = try Journal(in: journals)
        #expect(journal.state(of: path, Self.options) == .failed)
        #expect(journal.failure(of: path)?.reason == "It cannot be loaded.")
        // With other options the row has not failed.
        let others = Fingerprint(words: ["--fps=60"], data: "{}")
        #expect(journal.state(of: path, others) == .missing)
        #expect(journal.failure(of: path, others) == nil)
        #expect(journal.failure(of: path, Self.options)?.status == 66)
        try JournalFile(in: journals, named: "shard-1-of-2").add(try entry("1.mp4"))
        try JournalFile(in: journals, named: "shard-2-of-2").add(try entry("2.mp4"))
        journal = try Journal(in: journals)
        #expect(journal.state(of: path, Self.options) == .done)
        #expect(journal.failure(of: path) == nil)
        #expect(journal.state(of: folder.path("2.mp4"), Self.options) == .done)
    }

    @Test("Of two workers that made an output, the later one counts", arguments: [0, 1])
    func latest(first: Int) throws {
        let names = ["a", "b"]
        let early = try entry("1.mp4", "early")
        try JournalFile(in: journals, named: names[first]).add(early)
        // Nanoseconds may be the same for two writes.
        let path = try folder.write("1.mp4", "late")
        let date = Date(timeIntervalSinceNow: 10)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        let late = JournalEntry(
            output: path, row: 1, fingerprint: Self.options, attempts: 1, milliseconds: 5,
            result: .done(try #require(FileStamp(of: path))))
        try JournalFile(in: journals, named: names[1 - first]).add(late)
        #expect(try Journal(in: journals).state(of: path, Self.options) == .done)
        let failed = JournalEntry(
            output: path, row: 1, fingerprint: Self.options, attempts: 1, milliseconds: 5,
            result: .failed(status: 66, reason: "It cannot be loaded."))
        try JournalFile(in: journals, named: "c").add(failed)
        let journal = try Journal(in: journals)
        #expect(journal.state(of: path, Self.options) == .done)
        #expect(journal.failure(of: path) == nil)
    }

    @Test("A second process cannot write to a journal")
    func exclusive() throws {
        let file = try JournalFile(in: journals, named: "local")
        let error = #expect(throws: FileError.self) { try JournalFile(in: journals, named: "local") }
        #expect(error?.message.contains("Another pagereel batch writes") == true)
        _ = try JournalFile(in: journals, named: "shard-1-of-2")
        withExtendedLifetime(file) {}
    }

    @Test("A folder that is missing has no journals; one that cannot be read is an error")
    func unreadable() throws {
        #expect(try JournalFile.paths(in: folder.path("missing")) == [])
        let file = try folder.write("file", "")
        let error = #expect(throws: FileError.self) { try Journal(in: file) }
        #expect(error?.message.contains("cannot be read: Not a directory") == true)
    }
}
