package import Files
private import Foundation
private import Glibc

/// What the journals of a batch say of each output; in memory, about 100 bytes for each.
package struct Journal: Sendable {
    /// The state of a row.
    package enum State: Sendable, Equatable {
        /// Nothing is known of the row, and its output does not exist.
        case missing
        /// The output is there as the journal says, or was uploaded.
        case done
        /// The output is there as the journal says, but has to be uploaded.
        case notUploaded
        /// The output is there as the journal says, but was made of other options or another row.
        case changed
        /// The journal says that the output was written, but it is gone.
        case gone
        /// The output is there, but differs from what the journal says.
        case broken
        /// The output is there, but the run that wrote it was killed; it may be incomplete.
        case unfinished
        /// The output is there, but no journal knows of it.
        case foreign
        /// The row failed. There is no output, or the one that it wrote, which is not what was expected.
        case failed
    }

    /// Whether a row is done only when its output was uploaded.
    private let needsUpload: Bool
    /// The latest entries by the hash of their outputs.
    private var places: [Int: Int] = [:]
    private var entries: [Compact] = []
    /// The messages of the latest failures, by the hash of their outputs.
    private var failures: [Int: (status: Int32, reason: String)] = [:]

    private enum Kind {
        case begun, done, uploaded, kept, unmet, failed

        /// Whether the row's output was written as it should be.
        var isWritten: Bool { [.done, .uploaded, .kept].contains(self) }
    }

    /// An entry without texts.
    private struct Compact {
        let fingerprint: UInt64
        let bytes: Int
        let modified: Int
        let checksum: (UInt64, UInt64)
        let kind: Kind
        /// How often the row was recorded with these options, up to 255.
        var recordings: UInt8
        /// The position in the file that is being read, counted from 0; then whether its run ended by itself.
        var position: Int32
        /// Whether its run was killed, or is still going on: the content of its output has to be read.
        var isUnproven: Bool { position != Self.proven }

        /// Adds recordings.
        mutating func count(_ more: UInt8 = 1) {
            let (sum, isTooLarge) = recordings.addingReportingOverflow(more)
            recordings = isTooLarge ? .max : sum
        }

        /// Adds the recordings of an earlier entry; of the same file, as when it is uploaded later, there was one.
        mutating func follow(_ earlier: Compact) {
            guard earlier.fingerprint == fingerprint else { return }
            if kind.isWritten, earlier.modified == modified { recordings = 0 }
            count(earlier.recordings)
        }

        static let proven: Int32 = -1
        static let unproven: Int32 = -2
    }

    /// Reads all journals in a folder.
    ///
    /// Incomplete lines of killed processes are skipped.
    ///
    /// - Parameters:
    ///   - folder: The folder; one that does not exist holds no journals.
    ///   - needsUpload: Whether a row is done only when its output was uploaded.
    /// - Throws: `unreadableInput`.
    package init(in folder: String, needsUpload: Bool = false) throws(FileError) {
        self.needsUpload = needsUpload
        for path in try JournalFile.paths(in: folder) { try read(path) }
    }

    private mutating func read(_ path: String) throws(FileError) {
        let content: Data
        do {
            content = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
        } catch {
            throw FileError(.unreadableInput, "The journal \(path) cannot be read.", cause: error)
        }
        var (position, lastEnd) = (Int32(0), Int32(0))
        unsafe content.withUnsafeBytes { bytes in
            var start = 0
            while start < bytes.count {
                let end = unsafe bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
                let line = unsafe bytes[start..<end]
                start = end + 1
                if unsafe line.elementsEqual(JournalFile.ending.utf8) {
                    lastEnd = position
                } else if let entry = unsafe JournalEntry(line: line) {
                    add(entry, at: position)
                    position += 1
                }
            }
        }
        for index in entries.indices where entries[index].position >= 0 {
            entries[index].position = entries[index].position < lastEnd ? Compact.proven : Compact.unproven
        }
    }

    private mutating func add(_ entry: JournalEntry, at position: Int32) {
        let key = entry.output.hashValue
        var (kind, stamp) = (Kind.begun, FileStamp(bytes: 0, modified: 0, checksum: ""))
        var failure: (status: Int32, reason: String)?
        switch entry.result {
        case .begun: break
        case .done(let written):
            (kind, stamp) = (.done, written)
        case .uploaded(let written):
            (kind, stamp) = (.uploaded, written)
        case .kept(let written, let reason):
            (kind, stamp) = (.kept, written)
            // Without an upload nothing has failed.
            if needsUpload { failure = (Self.statusOfUpload, reason) }
        case .unmet(let written, let reason):
            (kind, stamp) = (.unmet, written)
            failure = (Self.statusOfExpectation, reason)
        case .failed(let status, let reason):
            kind = .failed
            failure = (status, reason)
        }
        // Entries of different files are not ordered. The output written last counts; a failure in another file does
        // not replace it.
        if let known = places[key], entries[known].position < 0, entries[known].kind.isWritten,
            !kind.isWritten || stamp.modified < entries[known].modified
        {
            if kind.isWritten, entry.fingerprint.value == entries[known].fingerprint { entries[known].count() }
            return
        }
        failures[key] = failure
        var compact = Compact(
            fingerprint: entry.fingerprint.value, bytes: stamp.bytes, modified: stamp.modified,
            checksum: Self.pack(stamp.checksum), kind: kind, recordings: kind.isWritten ? 1 : 0, position: position)
        if let known = places[key] {
            compact.follow(entries[known])
            entries[known] = compact
        } else {
            places[key] = entries.count
            entries.append(compact)
        }
    }

    // MARK: Questions

    /// Determines the state of a row.
    ///
    /// - Parameters:
    ///   - output: The output, as the template makes it.
    ///   - fingerprint: The hash of the row and its options; `nil` to ignore changes.
    ///   - readsContent: Whether outputs are read in any case; otherwise only where their size and
    ///     modification time do not prove that they are unchanged.
    package func state(of output: String, _ fingerprint: Fingerprint?, readsContent: Bool = false) -> State {
        guard let place = places[output.hashValue] else { return exists(output) ? .foreign : .missing }
        let entry = entries[place]
        func isCurrent(_ entry: Compact) -> Bool { fingerprint.map { $0.value == entry.fingerprint } ?? true }
        switch entry.kind {
        case .begun: return exists(output) ? .unfinished : .missing
        case .failed: return exists(output) ? .foreign : isCurrent(entry) ? .failed : .missing
        case .uploaded: return isCurrent(entry) ? .done : .changed
        case .done, .kept, .unmet: break
        }
        let stamp = FileStamp(bytes: entry.bytes, modified: entry.modified, checksum: Self.unpack(entry.checksum))
        if entry.kind == .unmet {
            switch stamp.matches(output, readsContent: readsContent || entry.isUnproven) {
            case nil: return isCurrent(entry) ? .failed : .missing
            case true?: return isCurrent(entry) ? .failed : .changed
            case false?: return .broken
            }
        }
        switch stamp.matches(output, readsContent: readsContent || entry.isUnproven) {
        case nil: return .gone
        case false: return entry.isUnproven ? .unfinished : .broken
        default:
            guard isCurrent(entry) else { return .changed }
            return needsUpload ? .notUploaded : .done
        }
    }

    /// The exit status for an output that is not what was expected.
    private static let statusOfExpectation: Int32 = 1
    /// The exit status for a failed upload (sysexits(3), EX_IOERR).
    private static let statusOfUpload: Int32 = 74

    /// How often a row was recorded with its latest options, whoever did it.
    package func recordings(of output: String) -> Int {
        places[output.hashValue].map { Int(entries[$0].recordings) } ?? 0
    }

    /// Why a row failed last; `nil` if it did not.
    ///
    /// - Parameter fingerprint: The hash of the row and its options; `nil` to include failures with others.
    package func failure(of output: String, _ fingerprint: Fingerprint? = nil) -> (status: Int32, reason: String)? {
        let key = output.hashValue
        if let fingerprint, let place = places[key], entries[place].fingerprint != fingerprint.value { return nil }
        return failures[key]
    }

    private func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    private static func pack(_ digits: String) -> (UInt64, UInt64) {
        (UInt64(digits.prefix(16), radix: 16) ?? 0, UInt64(digits.dropFirst(16), radix: 16) ?? 0)
    }

    private static func unpack(_ checksum: (UInt64, UInt64)) -> String {
        Fingerprint(value: checksum.0).text + Fingerprint(value: checksum.1).text
    }
}
