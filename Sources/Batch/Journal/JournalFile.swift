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
