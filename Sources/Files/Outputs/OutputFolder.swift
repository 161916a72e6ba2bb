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
