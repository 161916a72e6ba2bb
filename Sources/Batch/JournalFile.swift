package import Files
private import Foundation
private import Glibc
private import Synchronization

/// A journal that this process writes: one line for each row that is over.
///
/// A folder holds the journals of a batch, one for each worker. Only one process writes to a file. Any
/// thread may use this object.
package final class JournalFile: Sendable {
    /// The first line of each journal.
    static let heading = "pagereel batch journal 1"
    /// The line behind the entries of a run that ended by itself.
    static let ending = "end"
    private static let fileExtension = "journal"

    private let path: String
    private let file: Mutex<LineFile>

    /// Opens or creates the journal of a worker.
    ///
    /// - Parameters:
    ///   - folder: The folder of the batch's journals; it is created if missing.
    ///   - name: The worker's name, such as `local`.
    ///   - waits: Whether to wait for another process that writes to the journal.
    /// - Throws: `cannotCreateOutput`, also if another process writes to the journal.
    package init(in folder: String, named name: String, waits: Bool = false) throws(FileError) {
        path = "\(folder)/\(name).\(Self.fileExtension)"
        if unsafe mkdir(folder, 0o777) != 0, errno != EEXIST {
            throw Self.failure("The folder of journals \(folder) cannot be created", .last)
        }
        do {
            let file = try LineFile(path, sharing: waits ? .exclusiveInTurn : .exclusive)
            // A line that a killed process left incomplete; an empty line ends it.
            if file.endsInMidLine { try file.append("") }
            if file.firstByte == nil { try file.append(Self.heading) }
            self.file = Mutex(file)
        } catch {
            guard error.number != EWOULDBLOCK else {
                throw FileError(
                    .cannotCreateOutput,
                    "Another pagereel batch writes to \(path). Wait for its end, or name another folder with "
                        + "--journal.")
            }
            throw Self.failure("The journal \(path) cannot be opened", error)
        }
    }

    /// Notes what became of a row.
    ///
    /// - Throws: `cannotWriteOutput`.
    package func add(_ entry: JournalEntry) throws(FileError) { try append(entry.line) }

    /// Notes that the run ended by itself: what it wrote has reached the file system.
    package func end() throws(FileError) { try append(Self.ending) }

    private func append(_ line: String) throws(FileError) {
        do {
            try file.withLock { file throws(SystemError) in try file.append(line) }
        } catch {
            throw FileError(.cannotWriteOutput, "The journal \(path) cannot be written: \(error.text).")
        }
    }

    /// The paths of all journals in a folder, sorted; none if it does not exist.
    ///
    /// Only files are journals. A folder with such a name may hold those of a list of failed rows.
    ///
    /// - Throws: `unreadableInput` for a folder that cannot be listed: a batch would begin anew.
    static func paths(in folder: String) throws(FileError) -> [String] {
        let names: [String]
        do throws(SystemError) {
            names = try folder.names()
        } catch {
            throw FileError(.unreadableInput, "The folder of journals \(folder) cannot be read: \(error.text).")
        }
        return names.filter { $0.hasSuffix(".\(fileExtension)") }.sorted().map { "\(folder)/\($0)" }
            .filter { !$0.isFolder }
    }

    /// The folder of a manifest's journals, if none is given.
    ///
    /// It is named after the manifest. A list of failed rows is itself in a folder of journals; its own folder there has
    /// a name that no journal has, unless an older one is there.
    package static func folder(for manifest: String) -> String {
        let usual = "\(manifest).\(fileExtension)"
        let place = manifest.parentPath.canonicalPath ?? manifest.parentPath
        guard place.hasSuffix(".\(fileExtension)") || place.hasSuffix(".\(fileExtension)s") else { return usual }
        return usual.isFolder ? usual : "\(usual)s"
    }

    private static func failure(_ what: String, _ error: SystemError) -> FileError {
        FileError(.cannotCreateOutput, "\(what): \(error.text).\(error.advice)")
    }
}

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
            case .failed, .unmet, .kept: note(entry.output, isRecorded: false)
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
