import Decoder
import Encoder
import Glibc
import PictureComparison
import Recorder

/// Compares the new pictures with the kept ones, and keeps them if that is
/// asked for.
struct PictureKeeper {
    private let arguments: ComparisonArguments
    private let output: String

    /// Prepares to compare a folder.
    init(_ arguments: ComparisonArguments, output: String) {
        self.arguments = arguments
        self.output = output
    }

    /// Compares, if there is anything to be compared with.
    ///
    /// - Returns: A line for each picture; nothing without `--compare`.
    /// - Throws: ``FileError``.
    func run() throws -> [StillsReport.Compared]? {
        guard let kept = arguments.compare else { return nil }
        // The first pictures have nothing to be compared with.
        if arguments.update, access(kept, F_OK) != 0 { mkdir(kept, 0o777) }
        let comparison = try FolderComparison(
            new: output, kept: kept, tolerance: arguments.pictureTolerance,
            differences: arguments.differences ?? "\(output)/differences")
        return try comparison.entries.map { entry in
            if arguments.update { try keep(entry, in: kept) }
            return StillsReport.Compared(entry, isKept: arguments.update)
        }
    }

    private func keep(_ entry: FolderComparison.Entry, in kept: String) throws {
        switch entry.outcome {
        case .different, .added:
            let picture = try StillReader.read("\(output)/\(entry.name)")
            try StillWriter.write(picture, to: "\(kept)/\(entry.name)", overwrite: true)
            // There is no difference any more.
            if let picture = entry.picture { unlink(picture) }
        case .same, .missing: break
        }
    }
}
