private import CSystemCalls
import Glibc

/// Moves finished files and folders from hidden paths to their final paths, so that the old ones
/// can be restored.
///
/// Functions return 0, or -1 with `errno` set.
enum Placing {
    /// Moves a file or folder to its final path.
    ///
    /// An old one is then at the hidden path; after an error nothing has changed.
    ///
    /// - Parameters:
    ///   - hidden: The finished file or folder, on the same file system.
    ///   - path: The final path.
    ///   - overwrite: Whether an existing file or folder may be replaced.
    static func place(_ hidden: String, at path: String, overwrite: Bool) -> CInt {
        guard overwrite else { return renameWithoutReplacing(hidden, path) }
        // `rename` never replaces a folder with a file or a file with a folder; an exchange would.
        if isFolder(hidden) == isFolder(path) {
            if exchange(hidden, path) == 0 { return 0 }
            guard errno == ENOENT else { return -1 }
        }
        return unsafe rename(hidden, path)
    }

    /// Moves a placed file or folder back to its hidden path, and restores the old one.
    static func takeBack(_ path: String, to hidden: String) {
        // ENOENT: no old one exists.
        if exchange(hidden, path) != 0, errno == ENOENT { unsafe rename(path, hidden) }
    }

    /// Exchanges two files or folders; fails with `ENOENT` if one is missing.
    private static func exchange(_ hidden: String, _ path: String) -> CInt {
        if unsafe renaming_exchanging(hidden, path) == 0 { return 0 }
        // Not every file system can exchange names.
        return errno == ENOENT ? -1 : exchangeInSteps(hidden, path)
    }

    /// Exchanges two files or folders in three steps, the old one keeping a name throughout.
    static func exchangeInSteps(_ hidden: String, _ path: String) -> CInt {
        guard unsafe access(hidden, F_OK) == 0 else { return -1 }
        let old = OutputFolder.hiddenPath(in: path.parentPath, ending: "old")
        // With a hard link, where the file system has them, the path never lacks a file.
        guard unsafe link(path, old) == 0 || rename(path, old) == 0 else { return -1 }
        guard unsafe rename(hidden, path) == 0 else {
            let error = errno
            // Renaming between two links to the same file succeeds and keeps both (rename(2)).
            if unsafe rename(old, path) == 0 { unsafe unlink(old) }
            errno = error
            return -1
        }
        return unsafe rename(old, hidden)
    }

    /// Renames a file or folder, and fails if the new name exists.
    static func renameWithoutReplacing(_ old: String, _ new: String) -> CInt {
        if unsafe renaming_without_replacing(old, new) == 0 { return 0 }
        guard errno == EINVAL || errno == ENOSYS else { return -1 }
        // Unlike `rename`, `link` never replaces an existing file.
        if unsafe link(old, new) == 0 { return unsafe unlink(old) }
        // Folders, and file systems without hard links (FAT, some network file systems), fail
        // with these codes. Checking first, though not atomic, is the best they allow.
        guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(errno) else { return -1 }
        var status = stat()
        guard unsafe lstat(new, &status) != 0 else {
            errno = EEXIST
            return -1
        }
        return unsafe rename(old, new)
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
