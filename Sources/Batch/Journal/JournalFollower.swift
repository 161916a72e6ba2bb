package import Files
private import Foundation

/// Counts what workers write to their journals from now on.
package struct JournalFollower {
    /// The rows recorded since.
    package private(set) var recorded = 0
    /// The rows that failed, and were not recorded later.
    package private(set) var failed = 0

    private let folder: String
    /// The bytes of each journal that have been read.
    private var lengths: [String: UInt64] = [:]
    /// Whether each output was recorded, by its hash.
    private var outcomes: [Int: Bool] = [:]

    /// Starts at the ends of the journals.
    ///
    /// - Parameter folder: The folder of the batch's journals.
    package init(in folder: String) throws(FileError) {
        self.folder = folder
        for path in try JournalFile.paths(in: folder) {
            // What cannot be asked fails when it is read.
            lengths[path] = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? UInt64) ?? 0
        }
    }

    /// Reads the lines that were written since the last call.
    ///
    /// - Throws: `unreadableInput`.
    package mutating func read() throws(FileError) {
        for path in try JournalFile.paths(in: folder) {
            do {
                try read(path)
            } catch {
                throw FileError(.unreadableInput, "The journal \(path) cannot be read.", cause: error)
            }
        }
    }

    private mutating func read(_ path: String) throws {
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        // Nothing was written to it.
        defer { try? file.close() }
        try file.seek(toOffset: lengths[path] ?? 0)
        let bytes = try file.readToEnd() ?? Data()
        // The last line may still be written.
        guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return }
        lengths[path, default: 0] += UInt64(bytes.distance(from: bytes.startIndex, to: end) + 1)
        for line in bytes[..<end].split(separator: UInt8(ascii: "\n")) {
            guard let entry = JournalEntry(line: line) else { continue }
            switch entry.result {
            case .begun: continue
            case .done, .uploaded: note(entry.output, isRecorded: true)
            case .failed, .kept: note(entry.output, isRecorded: false)
            }
        }
    }

    private mutating func note(_ output: String, isRecorded: Bool) {
        switch outcomes.updateValue(isRecorded, forKey: output.hashValue) {
        case true?: recorded -= 1
        case false?: failed -= 1
        case nil: break
        }
        if isRecorded { recorded += 1 } else { failed += 1 }
    }
}
