import Glibc

/// The folder in which an output will appear.
struct OutputFolder: Sendable {
    /// The folder's path.
    let path: String
    /// Folders that were created for the output, outermost first.
    private let created: [String]

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
    }

    /// Creates a hidden folder inside, for unfinished files.
    ///
    /// - Throws: ``FileError/Code/cannotCreateOutput``. The folders that were created for the
    ///   output are then removed.
    func makeHiddenFolder() throws(FileError) -> LockedFolder {
        do throws(SystemError) {
            return try LockedFolder(in: path, prefix: ".pagereel-partial-")
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
        let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
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
