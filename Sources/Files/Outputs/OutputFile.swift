private import CSystemCalls
import Glibc

/// The place where a video or a picture appears, whole or not at all.
///
/// It has no name until it is finished, or, on a file system without such files,
/// a hidden one in the same folder. A file that was there before stays until
/// then.
public struct OutputFile: Sendable {
    /// What a file is for, as messages name it.
    public enum Content: String, Sendable {
        case video, picture, page

        /// A name that such a file may have.
        var example: String {
            switch self {
            case .video: "out.mp4"
            case .picture: "out.png"
            case .page: "index.html"
            }
        }
    }

    /// The final name, unless another file takes it meanwhile.
    public let path: String
    /// An unused name on the same file system, for steps that need one before
    /// the file is finished.
    package let hiddenPath: String
    /// The file, where the file system has files without a name.
    private let unnamed: UnnamedFile?
    /// The folder of ``hiddenPath`` if the file system has no unnamed files.
    private let hidden: LockedFolder?
    /// Where the file is written until it is finished: an empty file without a
    /// name, or else ``hiddenPath``.
    public var temporaryPath: String { unnamed?.path ?? hiddenPath }
    /// Whether a file that was there before is replaced.
    public let overwrite: Bool

    private let content: Content
    private let nextName: (@Sendable (String) -> String)?
    /// The folder that the file is in.
    package let folder: String
    /// Folders that were made for this file, the outermost first.
    private let createdFolders: [String]

    /// Finds a name to write to, and makes missing folders.
    ///
    /// - Parameters:
    ///   - path: The final name.
    ///   - overwrite: Whether a file of that name may be replaced.
    ///   - content: What the file is for.
    ///   - nextName: The name in the same folder to take in place of one that
    ///     is taken, over and over; without it, a taken name is an error.
    /// - Throws: ``FileError/Code/cannotCreateOutput`` if there is a file
    ///   already, if the name is a folder's, or if the folder cannot be made
    ///   or written to.
    public init(
        path: String, overwrite: Bool, content: Content = .video, nextName: (@Sendable (String) -> String)? = nil
    ) throws(FileError) {
        try self.init(
            path: path, overwrite: overwrite, content: content, nextName: nextName, isUnnamed: true)
    }

    /// Finds a name to write to, and makes missing folders.
    ///
    /// - Parameter isUnnamed: Whether the file may be one without a name.
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
        // The only sure test of a folder is to write in it: permissions do
        // not bind root, and a file system may be read only.
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

    /// Writes all that the file holds, through to the disk.
    ///
    /// - Throws: ``FileError/Code/cannotCreateOutput`` or
    ///   ``FileError/Code/cannotWriteOutput``.
    package func write(_ whole: [UInt8]) throws(FileError) {
        try Self.write(whole, to: temporaryPath, content: content, path: path)
    }

    /// Writes all that a file holds, through to the disk.
    ///
    /// - Parameters:
    ///   - temporaryPath: Where; no file is there yet, or one without a name.
    ///   - path: What messages call it.
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
        // Some disks say only now that they are full.
        guard fsync(descriptor) == 0 else { throw unwritable(.cannotWriteOutput) }
    }

    /// Gives the finished file its final name.
    ///
    /// - Returns: That name, or the one that was taken in its place.
    /// - Throws: ``FileError/Code/cannotCreateOutput`` if a file of that
    ///   name appeared meanwhile and may not be replaced,
    ///   ``FileError/Code/cannotWriteOutput`` otherwise. The temporary
    ///   file is still there then.
    @discardableResult
    public func commit() throws(FileError) -> String {
        let path = try giveName()
        hidden?.remove()
        return path
    }

    /// Gives the finished file its final name, as ``commit()`` does, and keeps
    /// ``hiddenPath`` usable.
    func giveName() throws(FileError) -> String {
        var path = path
        while true {
            if name(path) == 0 { break }
            let error = SystemError.last
            // Somebody else took the name meanwhile.
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

    /// Gives the file a name, by way of its hidden one: whoever watches the
    /// folder (inotify(7)) sees a file that is moved there, and so is finished.
    ///
    /// - Returns: 0, or -1 with the reason in errno.
    private func name(_ path: String) -> CInt {
        guard hide() else { return -1 }
        return overwrite ? rename(hiddenPath, path) : Self.renameWithoutReplacing(hiddenPath, path)
    }

    /// Removes what has the hidden name.
    func removeHidden() {
        unlink(hiddenPath)
        hidden?.remove()
    }

    /// Creates a hidden folder beside the output, for intermediate files that
    /// need a name.
    ///
    /// - Throws: ``FileError/Code/cannotCreateOutput``.
    package func makeHiddenFolder() throws(FileError) -> LockedFolder { try Self.makeHiddenFolder(in: folder) }

    /// Creates a hidden folder in a folder.
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

    /// An unused hidden name in a folder; no later run removes what has it.
    static func hiddenName(in folder: String, ending: String) -> String {
        // It does not hold the final name, which may be as long as names can
        // be.
        let random = String(UInt64.random(in: .min ... .max), radix: 36)
        return "\(folder)/.pagereel-\(getpid())-\(random).\(ending)"
    }

    /// Links an unnamed file to ``hiddenPath``, once.
    ///
    /// - Returns: Whether the file is at ``hiddenPath``.
    func hide() -> Bool { unnamed.map { $0.link(as: hiddenPath) == 0 || errno == EEXIST } ?? true }

    /// Brings the folder's names to the disk.
    func syncFolder(_ path: String) throws(FileError) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        // Some file systems cannot sync a folder (EINVAL); the file itself
        // is on the disk already.
        if fsync(descriptor) != 0, errno == EIO {
            throw .output(.cannotWriteOutput, "The finished \(content) cannot be named", path: path, error: .last)
        }
    }

    /// Removes the temporary file, and the folders that were made for it as
    /// far as they are empty.
    ///
    /// Does not touch a committed file.
    public func discard() {
        removeHidden()
        Self.removeFolders(createdFolders)
    }
}

// MARK: - Names

extension OutputFile {
    /// Refuses names that cannot become the file.
    ///
    /// - Returns: The name, or what a symbolic link stands for.
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
        // Replacing a link's file must not turn the link into a file.
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

    /// Renames a file unless there is one of the new name.
    ///
    /// - Returns: 0, or -1 with the reason in errno.
    static func renameWithoutReplacing(_ old: String, _ new: String) -> CInt {
        if renaming_without_replacing(old, new) == 0 { return 0 }
        guard errno == EINVAL || errno == ENOSYS else { return -1 }
        // A second name cannot replace a file, in one step; a rename would.
        if link(old, new) == 0 { return unlink(old) }
        // File systems without second names (FAT, some network ones) answer
        // with these; there, looking first is the best that can be had.
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

    /// Makes a folder and those that it is in.
    ///
    /// - Returns: Those that were not there, the outermost first.
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

    /// Removes folders, the innermost first, as long as they are empty.
    static func removeFolders(_ folders: [String]) {
        for folder in folders.reversed() where rmdir(folder) != 0 { return }
    }
}
