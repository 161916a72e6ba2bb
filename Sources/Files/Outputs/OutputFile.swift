private import CSystemCalls
import Glibc

/// An output file that appears whole or not at all.
///
/// Until it is finished, the file is unnamed (`O_TMPFILE`), or has a hidden name next to the
/// output if the file system does not support unnamed files. An existing file is kept until
/// then.
public struct OutputFile: Sendable {
    /// The kind of output, as messages name it.
    public enum Content: String, Sendable {
        case video, picture, page

        /// An example of a file name for messages.
        var example: String {
            switch self {
            case .video: "out.mp4"
            case .picture: "out.png"
            case .page: "index.html"
            }
        }
    }

    /// The final path, unless another process takes it in the meantime.
    public let path: String
    /// An unused path on the same file system, for steps that need a name before the file is
    /// finished.
    package let hiddenPath: String
    /// The unnamed file; `nil` if the file system does not support them.
    private let unnamed: UnnamedFile?
    /// The folder of ``hiddenPath`` if the file system does not support unnamed files.
    private let hidden: LockedFolder?
    /// The path to write to: an empty unnamed file, or ``hiddenPath``.
    public var temporaryPath: String { unnamed?.path ?? hiddenPath }
    /// Whether an existing file is replaced.
    public let overwrite: Bool

    private let content: Content
    private let nextName: (@Sendable (String) -> String)?
    /// The folder that will contain the file.
    package let folder: String
    /// Folders that were created for this file, outermost first.
    private let createdFolders: [String]

    /// Reserves a temporary file, and creates missing folders.
    ///
    /// - Parameters:
    ///   - path: The final path.
    ///   - overwrite: Whether an existing file may be replaced.
    ///   - content: The kind of output.
    ///   - nextName: Returns the next path to try, in the same folder, if a path is taken
    ///     (default: fail if the path is taken).
    /// - Throws: ``FileError/Code/cannotCreateOutput`` if the file exists, if the path is a
    ///   folder, or if the folder cannot be created or written to.
    public init(
        path: String, overwrite: Bool, content: Content = .video, nextName: (@Sendable (String) -> String)? = nil
    ) throws(FileError) {
        try self.init(
            path: path, overwrite: overwrite, content: content, nextName: nextName, isUnnamed: true)
    }

    /// Reserves a temporary file, and creates missing folders.
    ///
    /// - Parameters:
    ///   - path: The final path.
    ///   - overwrite: Whether an existing file may be replaced.
    ///   - content: The kind of output.
    ///   - nextName: Returns the next path to try, if a path is taken.
    ///   - isUnnamed: Whether the temporary file may be unnamed.
    init(
        path: String, overwrite: Bool, content: Content = .video, nextName: (@Sendable (String) -> String)? = nil,
        isUnnamed: Bool
    ) throws(FileError) {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw FileError(.cannotCreateOutput, "The output has no name; give one, such as \(content.example).")
        }
        guard path.utf8.last != UInt8(ascii: "/") else {
            throw FileError(
                .cannotCreateOutput,
                "The output “\(path)” is a folder; give the name of a file, such as \(path)\(content.example).")
        }
        let finalPath = try Self.checkedName(path, overwrite: overwrite, content: content, nextName: nextName)
        self.path = finalPath
        self.content = content
        self.nextName = nextName
        self.overwrite = overwrite
        folder = Self.folder(of: finalPath)
        createdFolders = try Self.makeFolders(folder)
        if isUnnamed, let file = UnnamedFile(in: folder) {
            unnamed = file
            hidden = nil
            hiddenPath = Self.hiddenName(in: folder, ending: "partial")
            return
        }
        // Only writing proves that a folder is writable: permissions do not bind root, and a
        // file system may be read-only.
        do throws(FileError) {
            let hidden = try Self.makeHiddenFolder(in: folder)
            unnamed = nil
            self.hidden = hidden
            hiddenPath = "\(hidden.path)/output"
        } catch {
            Self.removeFolders(createdFolders)
            throw error
        }
    }

    /// Writes the whole content and flushes it to disk.
    ///
    /// - Throws: ``FileError/Code/cannotCreateOutput`` or ``FileError/Code/cannotWriteOutput``.
    package func write(_ whole: [UInt8]) throws(FileError) {
        try Self.write(whole, to: temporaryPath, content: content, path: path)
    }

    /// Writes a file's whole content and flushes it to disk.
    ///
    /// - Parameters:
    ///   - whole: The content.
    ///   - temporaryPath: The file to write: a new file or an unnamed one.
    ///   - content: The kind of output.
    ///   - path: The path to use in messages.
    /// - Throws: ``FileError/Code/cannotCreateOutput`` or ``FileError/Code/cannotWriteOutput``.
    package static func write(
        _ whole: [UInt8], to temporaryPath: String, content: Content, path: String
    ) throws(FileError) {
        func unwritable(_ code: FileError.Code) -> FileError {
            .output(code, "The \(content) cannot be written as", path: path, error: .last)
        }
        let descriptor = UnnamedFile.open(temporaryPath, O_WRONLY)
        guard descriptor >= 0 else { throw unwritable(.cannotCreateOutput) }
        defer { close(descriptor) }
        var bytes = whole[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw unwritable(.cannotWriteOutput) }
            bytes = bytes.dropFirst(count)
        }
        // Some file systems report a full disk only now.
        guard fsync(descriptor) == 0 else { throw unwritable(.cannotWriteOutput) }
    }

    /// Moves the finished file to its final path.
    ///
    /// - Returns: The path, or the alternative that was used.
    /// - Throws: ``FileError/Code/cannotCreateOutput`` if another process created the file and
    ///   it may not be replaced, ``FileError/Code/cannotWriteOutput`` otherwise. The temporary
    ///   file then still exists.
    @discardableResult
    public func commit() throws(FileError) -> String {
        let path = try giveName()
        hidden?.remove()
        return path
    }

    /// Moves the finished file to its final path like ``commit()``, but keeps ``hiddenPath``
    /// usable.
    func giveName() throws(FileError) -> String {
        var path = path
        while true {
            if name(path) == 0 { break }
            let error = SystemError.last
            // Another process took the name in the meantime.
            if error.number == EEXIST, let nextName {
                path = nextName(path)
                continue
            }
            if error.number == EEXIST { throw Self.exists(path) }
            throw .output(.cannotWriteOutput, "The finished \(content) cannot be named", path: path, error: error)
        }
        try syncFolder(path)
        return path
    }

    /// Moves the file to a path by way of its hidden path.
    ///
    /// Programs that watch the folder (inotify(7)) then see the file moved in, and so know that
    /// it is finished.
    ///
    /// - Returns: 0, or -1 with `errno` set.
    private func name(_ path: String) -> CInt {
        guard hide() else { return -1 }
        return overwrite ? rename(hiddenPath, path) : Self.renameWithoutReplacing(hiddenPath, path)
    }

    /// Removes the file at the hidden path.
    func removeHidden() {
        unlink(hiddenPath)
        hidden?.remove()
    }

    /// Creates a hidden folder next to the output, for intermediate files that need a name.
    ///
    /// - Throws: ``FileError/Code/cannotCreateOutput``.
    package func makeHiddenFolder() throws(FileError) -> LockedFolder { try Self.makeHiddenFolder(in: folder) }

    /// Creates a hidden folder inside a folder.
    ///
    /// - Throws: ``FileError/Code/cannotCreateOutput``.
    static func makeHiddenFolder(in folder: String) throws(FileError) -> LockedFolder {
        do throws(LockedFolder.Failure) {
            return try LockedFolder(in: folder, prefix: ".pagereel-partial-")
        } catch {
            throw .output(
                .cannotCreateOutput, "The output folder cannot be written to:", path: folder,
                error: SystemError(number: error.number))
        }
    }

    /// Returns an unused hidden path in a folder; later runs do not clean it up.
    static func hiddenName(in folder: String, ending: String) -> String {
        // The final name is not included, because it may have the maximum length already.
        let random = String(UInt64.random(in: .min ... .max), radix: 36)
        return "\(folder)/.pagereel-\(getpid())-\(random).\(ending)"
    }

    /// Links an unnamed file to ``hiddenPath``; does nothing if it is linked.
    ///
    /// - Returns: Whether the file is at ``hiddenPath``.
    func hide() -> Bool { unnamed.map { $0.link(as: hiddenPath) == 0 || errno == EEXIST } ?? true }

    /// Flushes the folder's entries to disk.
    func syncFolder(_ path: String) throws(FileError) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        // Some file systems cannot sync a folder (EINVAL); the file itself is already on disk.
        if fsync(descriptor) != 0, errno == EIO {
            throw .output(.cannotWriteOutput, "The finished \(content) cannot be named", path: path, error: .last)
        }
    }

    /// Removes the temporary file, and the folders created for it if they are empty.
    ///
    /// Does not touch a committed file.
    public func discard() {
        removeHidden()
        Self.removeFolders(createdFolders)
    }
}

// MARK: - Names

extension OutputFile {
    /// Checks that a file can be created at a path.
    ///
    /// - Returns: The path, with a symbolic link resolved.
    private static func checkedName(
        _ path: String, overwrite: Bool, content: Content, nextName: ((String) -> String)?
    ) throws(FileError) -> String {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            let error = SystemError.last
            if error.number == ENOENT { return path }
            throw .output(.cannotCreateOutput, "The output cannot be created as", path: path, error: error)
        }
        var path = path
        if let nextName {
            while lstat(path, &status) == 0 { path = nextName(path) }
            return path
        }
        // Replacing a symbolic link's target must not replace the link itself.
        if status.st_mode & S_IFMT == S_IFLNK, let target = realpath(path, nil) {
            path = String(cString: target)
            free(target)
            lstat(path, &status)
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR:
            throw FileError(
                .cannotCreateOutput,
                "The output “\(path)” is a folder; give the name of a file, such as \(path)/\(content.example).")
        case S_IFREG, S_IFLNK:
            guard overwrite else { throw exists(path) }
            return path
        default:
            throw FileError(
                .cannotCreateOutput,
                "The output “\(path)” is a device or a pipe; a \(content) needs a file that can be written twice.")
        }
    }

    static func exists(_ path: String) -> FileError {
        FileError(
            .cannotCreateOutput,
            "The output “\(path)” exists already. Choose another name, or allow it to be replaced (--overwrite).")
    }

    /// Renames a file, and fails if the new name exists.
    ///
    /// - Returns: 0, or -1 with `errno` set.
    static func renameWithoutReplacing(_ old: String, _ new: String) -> CInt {
        if renaming_without_replacing(old, new) == 0 { return 0 }
        guard errno == EINVAL || errno == ENOSYS else { return -1 }
        // Unlike `rename`, `link` never replaces an existing file.
        if link(old, new) == 0 { return unlink(old) }
        // File systems without hard links (FAT, some network file systems) fail with these
        // codes. Checking first, though not atomic, is the best they allow.
        guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(errno) else { return -1 }
        var status = stat()
        guard lstat(new, &status) != 0 else {
            errno = EEXIST
            return -1
        }
        return rename(old, new)
    }
}

// MARK: - Folders

extension OutputFile {
    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Creates a folder and its missing parents.
    ///
    /// - Returns: The folders that were created, outermost first.
    static func makeFolders(_ path: String) throws(FileError) -> [String] {
        var missing: [String] = []
        var current = path
        var status = stat()
        while stat(current, &status) != 0, errno == ENOENT {
            missing.append(current)
            current = folder(of: current)
        }
        var created: [String] = []
        for folder in missing.reversed() {
            if mkdir(folder, 0o777) == 0 {
                created.append(folder)
            } else if errno != EEXIST {
                let error = SystemError.last
                removeFolders(created)
                throw .output(.cannotCreateOutput, "The output folder cannot be created:", path: folder, error: error)
            }
        }
        return created
    }

    /// Removes folders, innermost first, stopping at the first that is not empty.
    static func removeFolders(_ folders: [String]) {
        for folder in folders.reversed() where rmdir(folder) != 0 { return }
    }
}
