import Decoder
import Encoder
public import Files
import Glibc

/// A comparison of two folders of pictures, matched by file name.
public struct FolderComparison: Sendable {
    /// The result for one picture.
    public enum Outcome: Sendable, Hashable {
        /// The pictures match, within the tolerance.
        case same(PictureDifference)
        /// The pictures differ.
        case different(PictureDifference)
        /// The reference folder has no picture of this name.
        case added
        /// The new folder has no picture of this name.
        case missing
    }

    /// A file name and its result.
    public struct Entry: Sendable, Hashable {
        /// The file name, without a folder.
        public let name: String
        /// The result.
        public let outcome: Outcome
        /// The path of the picture that shows the differences, if one was drawn.
        public let picture: String?
    }

    /// The entries, sorted by name.
    public let entries: [Entry]

    /// Whether all pictures match and none is missing or added.
    public var isSame: Bool {
        entries.allSatisfy { if case .same = $0.outcome { true } else { false } }
    }

    /// Compares every picture (`.png`) of two folders.
    ///
    /// - Parameters:
    ///   - new: The folder of new pictures.
    ///   - names: The file names of the new pictures; others in the folder are older, and ignored. `nil` for all.
    ///   - kept: The folder of reference pictures.
    ///   - tolerance: The accepted differences.
    ///   - ignored: Parts of all pictures that are not compared.
    ///   - ownIgnored: Parts of single pictures that are not compared, by the names of the pictures.
    ///   - differences: The folder for pictures of the differences, named after the pictures that
    ///     differ. It is created when needed; outdated pictures in it are removed.
    /// - Throws: ``FileError`` for a folder or picture that cannot be read, or a picture of
    ///   differences that cannot be written.
    public init(
        new: String, names: Set<String>? = nil, kept: String, tolerance: PictureTolerance = PictureTolerance(),
        ignoring ignored: [PixelBox] = [], ignoringIn ownIgnored: [String: [PixelBox]] = [:],
        differences: String? = nil
    ) throws(FileError) {
        let found = try Self.pictures(in: new)
        let newNames = names.map(found.intersection) ?? found
        let keptNames = try Self.pictures(in: kept)
        var entries: [Entry] = []
        for name in newNames.union(keptNames).sorted() {
            let path = differences.map { "\($0)/\(name)" }
            var outcome = newNames.contains(name) ? Outcome.added : .missing
            var picture: String?
            if newNames.contains(name), keptNames.contains(name) {
                let comparison = try PictureComparison(
                    StillReader.read("\(new)/\(name)"), with: StillReader.read("\(kept)/\(name)"), tolerance: tolerance,
                    ignoring: ignored + (ownIgnored[name] ?? []))
                let difference = comparison.difference
                outcome = difference.isWithin(tolerance) ? .same(difference) : .different(difference)
                if case .different = outcome, let path {
                    try StillWriter.write(comparison.picture(), to: path, overwrite: true)
                    picture = path
                }
            }
            if picture == nil, let path { unsafe unlink(path) }
            entries.append(Entry(name: name, outcome: outcome, picture: picture))
        }
        self.entries = entries
    }

    private static func pictures(in folder: String) throws(FileError) -> Set<String> {
        guard let handle = unsafe opendir(folder) else {
            throw FileError(
                .unreadableInput, "The folder '\(folder)' cannot be read: \(SystemError.last.text).")
        }
        defer { unsafe closedir(handle) }
        let names = unsafe fileNames(in: handle).filter { $0.hasSuffix(".png") && !$0.hasPrefix(".") }
        if let name = names.first(where: { isNotUTF8($0, in: folder) }) {
            throw FileError(
                .unreadableInput,
                "The picture '\(folder)/\(name)' has bytes in its name that are not UTF-8. Rename the file.")
        }
        return Set(names)
    }
}
