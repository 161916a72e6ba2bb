import Glibc
import Synchronization

/// Parts of files that are read as one file, one after another.
package final class FileParts: Sendable {
    /// A part of a file.
    private struct Part: Sendable {
        let path: String
        /// The file as it was when the part was added.
        let (length, modified): (Int, Int64)
        /// The bytes of the file.
        let range: Range<Int>
        /// Where they begin in the whole.
        let start: Int
    }

    private let parts: [Part]
    /// The length of all parts in bytes.
    package let length: Int
    /// When the file that was changed last was written, in nanoseconds since 1970.
    let modified: Int64
    /// The file that was read last.
    ///
    /// A long film has thousands, more than a process may have open.
    private let last = Mutex<(path: String, file: InputFile)?>(nil)

    /// Looks at all files.
    ///
    /// - Parameters:
    ///   - files: The paths, and the bytes of each (default: the whole file).
    ///   - error: Describes why a file cannot be used.
    package init(
        _ files: [(path: String, range: Range<Int>?)], orThrow error: (_ path: String, _ reason: String) -> FileError
    ) throws(FileError) {
        var parts: [Part] = []
        var length = 0
        for (path, range) in files {
            let file = try InputFile(path) { error(path, $0.reason) }
            let range = range ?? 0..<file.length
            guard range.upperBound <= file.length else {
                throw error(path, "it has \(file.length) bytes, not \(range.upperBound)")
            }
            parts.append(
                Part(path: path, length: file.length, modified: file.modified, range: range, start: length))
            length += range.count
        }
        (self.parts, self.length) = (parts, length)
        modified = parts.map(\.modified).max() ?? 0
    }

    /// Reads bytes; fewer than `count` at the end.
    ///
    /// - Parameter error: Describes why a part cannot be read.
    func read(
        _ count: Int, at offset: Int, orThrow error: (SystemError) -> FileError
    ) throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        // The last part that begins at or before the offset.
        var (low, high) = (0, parts.count)
        while low < high {
            let middle = (low + high) / 2
            if parts[middle].start <= offset { low = middle + 1 } else { high = middle }
        }
        for part in parts[max(0, low - 1)...] where bytes.count < count {
            let skipped = offset + bytes.count - part.start
            let wanted = min(count - bytes.count, part.range.count - skipped)
            guard wanted > 0 else { continue }
            let got = try opened(part, error).read(wanted, at: part.range.lowerBound + skipped, orThrow: error)
            guard got.count == wanted else { throw error(SystemError(number: EIO)) }
            bytes += got
        }
        return bytes
    }

    private func opened(_ part: Part, _ error: (SystemError) -> FileError) throws(FileError) -> InputFile {
        if let last = last.withLock(\.self), last.path == part.path { return last.file }
        let file = try InputFile(part.path) { failure in
            if case .system(let reason) = failure { error(reason) } else { error(SystemError(number: EIO)) }
        }
        // What follows would be at another place.
        guard file.length == part.length, file.modified == part.modified else {
            throw error(SystemError(number: ESTALE))
        }
        last.withLock { $0 = (part.path, file) }
        return file
    }
}
