private import CSystemCalls
import Glibc

// Several files that appear together: each is put in its place in such a way
// that it can be taken back while the others may still fail.
extension OutputFile {
    /// How a finished file got its name.
    package enum Placement: Sendable {
        /// There was none before.
        case created
        /// The old file has the hidden name now.
        case exchanged
        /// The old file is gone: the file system cannot exchange names.
        case replaced
    }

    /// Gives the finished file its final name, and keeps an old file of that
    /// name until ``settle(_:)``.
    ///
    /// - Throws: As ``commit()``; all is as it was then.
    package func place() throws(FileError) -> Placement {
        guard overwrite, access(path, F_OK) == 0 else {
            _ = try giveName()
            return .created
        }
        // A rename never replaces a folder; an exchange would.
        guard !Self.isFolder(path), hide(), renaming_exchanging(hiddenPath, path) == 0 else {
            _ = try giveName()
            return .replaced
        }
        try syncFolder(path)
        return .exchanged
    }

    /// Takes a file that was placed back to its hidden name, and gives an
    /// old one its name again, as far as it is still there.
    package func takeBack(_ placement: Placement) {
        switch placement {
        case .created: rename(path, hiddenPath)
        case .exchanged: _ = renaming_exchanging(hiddenPath, path)
        case .replaced: break
        }
    }

    /// Gives one of several files its final name, as ``place()`` does.
    ///
    /// - Parameters:
    ///   - temporaryPath: The finished file.
    ///   - path: A name in the same file system.
    ///   - overwrite: Whether a file of that name may be replaced.
    /// - Throws: ``FileError/Code/cannotWriteOutput``; all is as it was.
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

    /// Takes one of several files back, as ``takeBack(_:)`` does.
    package static func takeBack(_ path: String, to temporaryPath: String) {
        if renaming_exchanging(temporaryPath, path) != 0 { rename(path, temporaryPath) }
    }

    /// Lets go of the old file, once nothing can fail any more.
    package func settle(_ placement: Placement) {
        if case .exchanged = placement { removeHidden() }
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
