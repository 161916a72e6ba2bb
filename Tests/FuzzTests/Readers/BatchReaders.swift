import Clusters
import Files
import Foundation
import RecordingLibrary
import TestSupport

@testable import Batch

extension FuzzReader {
    /// What batches and the library find in files of their own, which others can change.
    static let batches = [
        FuzzReader("journal", WordMutator(dictionary: ["\t", "\n", "%25", "%09", "begun", "end"])) { bytes in
            var outputs: Set<String> = []
            var count = 0
            for line in bytes.split(separator: UInt8(ascii: "\n")) {
                guard let entry = JournalEntry(line: line) else { continue }
                count += 1
                outputs.insert(entry.output)
                let again = JournalEntry(line: Array(entry.line.utf8))
                try require(again == entry, "\(entry) is \(again.map { "\($0)" } ?? "nothing") when read again")
            }
            // Tests run at the same time.
            let folder = try TemporaryFolder()
            try Data(bytes).write(to: URL(fileURLWithPath: "\(folder.path)/local.journal"))
            guard let journal = try accepted({ try Journal(in: folder.path) }) else { return .refused }
            for output in outputs {
                // Outputs of other names could be files of this machine.
                guard output.wholeMatch(of: #/[a-z]{1,8}\.mp4/#) != nil else { continue }
                try require(journal.state(of: output, nil) != .foreign, "\(output) is there")
                try require(0...255 ~= journal.recordings(of: output), "\(output) was recorded too often")
            }
            return count > 0 ? .accepted : .refused
        },
        FuzzReader("cluster-job", TreeMutator(.json)) { bytes in
            let folder = try TemporaryFolder()
            try Data(bytes).write(to: URL(fileURLWithPath: "\(folder.path)/job.json"))
            guard let job = try accepted({ try SubmittedJob(in: folder.path) }).flatMap(\.self) else { return .refused }
            try job.write(in: folder.path)
            try require(try SubmittedJob(in: folder.path) == job, "\(job) is another one when read again")
            return .accepted
        },
        FuzzReader.text("stored-command") { text in
            guard let command = RepeatableCommand(text) else { return false }
            let again = RepeatableCommand(command.text)
            try require(again == command, "\(command) is \(again.map { "\($0)" } ?? "nothing") when read again")
            try require(!command.line.utf8.contains { $0 < 0x20 || $0 == 0x7f }, "a command has control characters")
            return true
        },
        FuzzReader.text("recording-name") { text in
            guard let name = RecordingName(fileName: text) else { return false }
            _ = RecordingName.nextPath(after: text)
            // Other dates are normalized: month 13 is in the next year, which may have five digits.
            let again = RecordingName(fileName: name.description)
            try require(again == name || !text.hasPrefix("20"), "\(text) is \(name) when written")
            return true
        },
    ]
}
