import Decoder
import Encoder
import Glibc
import PictureComparison

/// Compares the new pictures with the reference pictures, and updates those
/// with `--update`.
struct PictureKeeper {
    let arguments: ComparisonArguments
    let output: String

    /// Compares the pictures if `--compare` is given.
    ///
    /// - Returns: A result for each picture; `nil` without `--compare`.
    /// - Throws: ``FileError``.
    func run() throws -> [StillsReport.Compared]? {
        guard let kept = arguments.compare else { return nil }
        // The first time, there are no reference pictures.
        if arguments.update, unsafe access(kept, F_OK) != 0 { unsafe mkdir(kept, 0o777) }
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
            // The difference is resolved.
            if let picture = entry.picture { unsafe unlink(picture) }
        case .same, .missing: break
        }
    }
}
