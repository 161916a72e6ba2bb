import CSystemCalls
import Glibc

/// The folder in which an output will appear.
struct OutputFolder: Sendable {
    /// The folder's path, for messages.
    let path: String
    /// Folders that were created for the output, outermost first.
    private let created: [String]
    /// The folder itself; `nil` if it cannot be held.
    private let held: HeldFolder?
    /// The path by which the output is written: that of the folder that was there at the beginning, whatever has its
    /// name by then.
    var heldPath: String { held?.path ?? path }

    /// An open folder.
    private final class HeldFolder: Sendable {
        private let descriptor: CInt
        var path: String { Descriptor.path(of: descriptor) }

        /// Opens the folder; fails without /proc, which a container may lack.
        init?(_ path: String) {
            descriptor = unsafe open(path, renaming_place | O_DIRECTORY | O_CLOEXEC)
            guard descriptor >= 0 else { return nil }
            guard unsafe access(self.path, F_OK) == 0 else {
                close(descriptor)
                return nil
            }
        }

        deinit { if descriptor >= 0 { close(descriptor) } }

        /// Holds the folder that has the name now, if this one was removed and it is no symbolic link.
        func replaceIfRemoved(by name: String) {
            var status = stat()
            guard unsafe fstat(descriptor, &status) == 0, status.st_nlink == 0 else { return }
            let other = unsafe open(name, renaming_place | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard other >= 0 else { return }
            if dup2(other, descriptor) >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
            close(other)
        }
    }

    /// Prepares for the final step: a folder that was removed and made again is as good as the old one.
    func settle() { held?.replaceIfRemoved(by: path) }

    /// Creates the folder of an output and its missing parents.
    ///
    /// - Parameter outputPath: The output's final path.
    /// - Throws: ``FileError/Code/cannotCreateOutput``.
    init(of outputPath: String) throws(FileError) {
        path = outputPath.parentPath
        var missing: [String] = []
        var current = path
        var status = stat()
        while unsafe stat(current, &status) != 0, errno == ENOENT {
            missing.append(current)
            current = current.parentPath
        }
        var created: [String] = []
        for folder in missing.reversed() {
            if unsafe mkdir(folder, 0o777) == 0 {
                created.append(folder)
            } else if errno != EEXIST {
                let error = SystemError.last
                Self.remove(created)
                throw .output(.cannotCreateOutput, "Cannot create the output folder", path: folder, error: error)
            }
        }
        self.created = created
        held = HeldFolder(path)
    }

    /// Returns the path by which a file of the folder is written, from its path for messages.
    func held(_ path: String) -> String { "\(heldPath)/\(path.fileName)" }

    /// The folder's present path: another one than ``path`` if it was moved.
    var presentPath: String {
        guard let held else { return path }
        var (now, then) = (stat(), stat())
        let isThere =
            unsafe stat(path, &now) == 0 && stat(held.path, &then) == 0
            && (now.st_dev, now.st_ino) == (then.st_dev, then.st_ino)
        return isThere ? path : held.path.linkTarget ?? path
    }

    /// Creates a hidden folder inside, for unfinished files.
    ///
    /// - Throws: ``FileError/Code/cannotCreateOutput``. The folders that were created for the
    ///   output are then removed.
    func makeHiddenFolder() throws(FileError) -> LockedFolder {
        do throws(SystemError) {
            return try LockedFolder(in: heldPath, prefix: ".pagereel-partial-")
        } catch {
            removeCreated()
            throw unwritable(error)
        }
    }

    /// The error of an output folder that cannot be written to.
    func unwritable(_ error: SystemError) -> FileError {
        .output(.cannotCreateOutput, "The output cannot be written to the folder", path: path, error: error)
    }

    /// Flushes the folder's entries to disk.
    ///
    /// - Parameter error: Describes the error of a disk that fails.
    func synchronize(orThrow error: (SystemError) -> FileError) throws(FileError) {
        let descriptor = unsafe open(heldPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        // Some file systems cannot sync a folder (EINVAL); the file itself is already on disk.
        if fsync(descriptor) != 0, errno == EIO { throw error(.last) }
    }

    /// Removes the folders that were created for the output, as far as they are empty.
    func removeCreated() { Self.remove(created) }

    private static func remove(_ folders: [String]) {
        for folder in folders.reversed() where unsafe rmdir(folder) != 0 { return }
    }

    /// Returns an unused hidden path in a folder; later runs do not clean it up.
    static func hiddenPath(in folder: String, ending: String) -> String {
        // The final name is not included, because it may have the maximum length already.
        let random = String(UInt64.random(in: .min ... .max), radix: 36)
        return "\(folder)/.pagereel-\(getpid())-\(random).\(ending)"
    }
}

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
