import Decoder
import Encoder
public import Files
import Glibc

/// A folder of new pictures beside one of kept ones, by their names.
public struct FolderComparison: Sendable {
    /// What became of one picture.
    public enum Outcome: Sendable, Hashable {
        /// It is as it was, within the tolerance.
        case same(PictureDifference)
        /// It is another one.
        case different(PictureDifference)
        /// There is no kept one of its name.
        case added
        /// There is a kept one, and no new one of its name.
        case missing
    }

    /// One name and what became of it.
    public struct Entry: Sendable, Hashable {
        /// The file's name, without a folder.
        public let name: String
        /// What became of it.
        public let outcome: Outcome
        /// Where the picture of the difference is, if one was drawn.
        public let picture: String?
    }

    /// The entries, sorted by their names.
    public let entries: [Entry]

    /// Whether every picture is there and as it was.
    public var isSame: Bool {
        entries.allSatisfy { if case .same = $0.outcome { true } else { false } }
    }

    /// Compares every picture (`.png`) of two folders.
    ///
    /// - Parameters:
    ///   - new: The folder of what is there now.
    ///   - kept: The folder of what it is to be.
    ///   - tolerance: When two pictures count as the same.
    ///   - differences: The folder for pictures of the differences, under the
    ///     names of those that differ; it is made where there is one to hold,
    ///     and what it has of a name that no longer differs is removed.
    /// - Throws: ``FileError`` for a folder or picture that cannot be read,
    ///   or a picture of a difference that cannot be written.
    public init(
        new: String, kept: String, tolerance: PictureTolerance = PictureTolerance(), differences: String? = nil
    ) throws(FileError) {
        let newNames = try Self.pictures(in: new)
        let keptNames = try Self.pictures(in: kept)
        var entries: [Entry] = []
        for name in newNames.union(keptNames).sorted() {
            let path = differences.map { "\($0)/\(name)" }
            var outcome = newNames.contains(name) ? Outcome.added : .missing
            var picture: String?
            if newNames.contains(name), keptNames.contains(name) {
                let comparison = try PictureComparison(
                    StillReader.read("\(new)/\(name)"), with: StillReader.read("\(kept)/\(name)"), tolerance: tolerance)
                let difference = comparison.difference
                outcome = difference.isWithin(tolerance) ? .same(difference) : .different(difference)
                if case .different = outcome, let path {
                    try StillWriter.write(comparison.picture(), to: path, overwrite: true)
                    picture = path
                }
            }
            if picture == nil, let path { unlink(path) }
            entries.append(Entry(name: name, outcome: outcome, picture: picture))
        }
        self.entries = entries
    }

    private static func pictures(in folder: String) throws(FileError) -> Set<String> {
        guard let handle = opendir(folder) else {
            throw FileError(
                .unreadableInput, "The folder “\(folder)” cannot be read: \(String(cString: strerror(errno))).")
        }
        defer { closedir(handle) }
        var names: Set<String> = []
        while let entry = readdir(handle) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasSuffix(".png"), !name.hasPrefix(".") { names.insert(name) }
        }
        return names
    }
}
