private import CSystemCalls
import Glibc

// Several files that appear together: each one is placed so that it can be taken back while
// placing the others may still fail.
extension OutputFile {
    /// How a finished file was placed at its final path.
    package enum Placement: Sendable {
        /// No file existed there before.
        case created
        /// The old file was exchanged to the hidden path.
        case exchanged
        /// The old file is gone, because the file system cannot exchange names.
        case replaced
    }

    /// Moves the finished file to its final path, and keeps an existing file until
    /// ``settle(_:)``.
    ///
    /// - Throws: The errors of ``commit()``; nothing has then changed.
    package func place() throws(FileError) -> Placement {
        guard overwrite, access(path, F_OK) == 0 else {
            _ = try giveName()
            return .created
        }
        // `rename` never replaces a folder with a file; an exchange would.
        guard !Self.isFolder(path), hide(), renaming_exchanging(hiddenPath, path) == 0 else {
            _ = try giveName()
            return .replaced
        }
        try syncFolder(path)
        return .exchanged
    }

    /// Moves a placed file back to its hidden path, and restores the old file if it still
    /// exists.
    package func takeBack(_ placement: Placement) {
        switch placement {
        case .created: rename(path, hiddenPath)
        case .exchanged: _ = renaming_exchanging(hiddenPath, path)
        case .replaced: break
        }
    }

    /// Moves one of several files to its final path, like ``place()``.
    ///
    /// - Parameters:
    ///   - temporaryPath: The finished file.
    ///   - path: The final path, on the same file system.
    ///   - overwrite: Whether an existing file may be replaced.
    /// - Throws: ``FileError/Code/cannotWriteOutput``; nothing has then changed.
    package static func place(
        _ temporaryPath: String, at path: String, overwrite: Bool
    ) throws(FileError) -> Placement {
        if overwrite {
            if !isFolder(path), renaming_exchanging(temporaryPath, path) == 0 { return .exchanged }
            let isThere = access(path, F_OK) == 0
            if rename(temporaryPath, path) == 0 { return isThere ? .replaced : .created }
        } else if renameWithoutReplacing(temporaryPath, path) == 0 {
            return .created
        }
        throw .output(.cannotWriteOutput, "The finished picture cannot be named", path: path, error: .last)
    }

    /// Takes one of several files back, like ``takeBack(_:)``.
    package static func takeBack(_ path: String, to temporaryPath: String) {
        if renaming_exchanging(temporaryPath, path) != 0 { rename(path, temporaryPath) }
    }

    /// Removes the old file, once nothing can fail any more.
    package func settle(_ placement: Placement) {
        if case .exchanged = placement { removeHidden() }
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
