import Glibc

/// An output file that appears whole or not at all.
///
/// Until it is finished, the file is unnamed (`O_TMPFILE`), or has a hidden name next to the
/// output if the file system does not support unnamed files. An existing file is kept until
/// then.
public struct OutputFile: GroupedOutput {
    /// The kind of output, as messages name it.
    public enum Content: String, Sendable {
        /// A video.
        case video
        /// Sound without pictures.
        case sound
        /// A picture.
        case picture
        /// A page with pictures of recordings.
        case page
        /// Cookies and local storage; only the owner can read the file.
        case state
        /// Steps for a page.
        case steps
        /// The pictures of steps, and a page that shows them.
        case storyboard
        /// The requests of a page.
        case archive
        /// What a check found.
        case report
        /// What a recording's time was spent on.
        case trace

        /// An example of a file name for messages.
        var example: String {
            switch self {
            case .video: "out.mp4"
            case .sound: "out.wav"
            case .picture: "out.png"
            case .page: "index.html"
            case .state: "state.json"
            case .steps: "tour.yaml"
            case .storyboard: "storyboard"
            case .archive: "requests.har"
            case .report: "report.json"
            case .trace: "trace.json"
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
    /// The same with the output's name.
    package var temporaryPlace: OutputPlace { OutputPlace(temporaryPath, named: path) }
    /// Whether an existing file is replaced.
    public let overwrite: Bool

    private let content: Content
    private let nextName: (@Sendable (String) -> String)?
    private let destination: OutputFolder
    /// The folder that will contain the file.
    package var folder: String { destination.path }

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
        self.path = try Self.checkedPath(path, overwrite: overwrite, content: content, nextName: nextName)
        self.content = content
        self.nextName = nextName
        self.overwrite = overwrite
        destination = try OutputFolder(of: self.path)
        unnamed = isUnnamed ? UnnamedFile(in: destination.heldPath) : nil
        // Only writing proves that a folder is writable: permissions do not bind root, and a
        // file system may be read-only.
        hidden = unnamed == nil ? try destination.makeHiddenFolder() : nil
        hiddenPath =
            hidden.map { "\($0.path)/output" } ?? OutputFolder.hiddenPath(in: destination.heldPath, ending: "partial")
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
        func unwritable(_ code: FileError.Code, _ error: SystemError) -> FileError {
            .output(code, "The \(content) cannot be written to", path: path, error: error)
        }
        let descriptor = UnnamedFile.open(temporaryPath, O_WRONLY)
        guard descriptor >= 0 else { throw unwritable(.cannotCreateOutput, .last) }
        defer { close(descriptor) }
        if content == .state, fchmod(descriptor, 0o600) != 0 { throw unwritable(.cannotCreateOutput, .last) }
        try Descriptor.write(whole, to: descriptor, at: 0) { unwritable(.cannotWriteOutput, $0) }
        // Some file systems report a full disk only now.
        guard fsync(descriptor) == 0 else { throw unwritable(.cannotWriteOutput, .last) }
    }

    /// Creates a hidden folder next to the output, for intermediate files that need a name.
    ///
    /// - Throws: ``FileError/Code/cannotCreateOutput``.
    package func makeHiddenFolder() throws(FileError) -> LockedFolder { try destination.makeHiddenFolder() }

    /// Removes the temporary file, and the folders created for it if they are empty.
    ///
    /// Does not touch a committed file.
    public func discard() {
        settle()
        destination.removeCreated()
    }
}

// MARK: - Final paths

extension OutputFile {
    /// Moves the finished file to its final path.
    ///
    /// - Returns: The path, or the alternative that was used.
    /// - Throws: ``FileError/Code/cannotCreateOutput`` if another process created the file and
    ///   it may not be replaced, ``FileError/Code/cannotWriteOutput`` otherwise.
    @discardableResult
    public func commit() throws(FileError) -> String {
        var path = path
        destination.settle()
        while true {
            if hide(), rename(to: path) == 0 { break }
            let error = SystemError.last
            // Another process took the name in the meantime.
            guard error.number == EEXIST, let nextName else {
                throw Self.unplaced(path, content.rawValue, error)
            }
            path = nextName(path)
        }
        hidden?.remove()
        try synchronizeFolder()
        return destination.presentPath == destination.path ? path : "\(destination.presentPath)/\(path.fileName)"
    }

    private func rename(to path: String) -> CInt {
        let path = destination.held(path)
        return unsafe overwrite ? Glibc.rename(hiddenPath, path) : Placing.renameWithoutReplacing(hiddenPath, path)
    }

    package func place() throws(FileError) {
        destination.settle()
        guard hide(), Placing.place(hiddenPath, at: destination.held(path), overwrite: overwrite) == 0 else {
            throw Self.unplaced(path, content.rawValue, .last)
        }
        do throws(FileError) {
            try synchronizeFolder()
        } catch {
            takeBack()
            throw error
        }
    }

    package func takeBack() { Placing.takeBack(destination.held(path), to: hiddenPath) }

    package func settle() {
        unsafe unlink(hiddenPath)
        hidden?.remove()
    }

    /// Links an unnamed file to ``hiddenPath``; does nothing if it is linked.
    ///
    /// Programs that watch the folder (inotify(7)) then see the file moved to its final path, and
    /// so know that it is finished.
    ///
    /// - Returns: Whether the file is at ``hiddenPath``; if not, `errno` is set.
    private func hide() -> Bool { unnamed.map { $0.link(as: hiddenPath) == 0 || errno == EEXIST } ?? true }

    private func synchronizeFolder() throws(FileError) {
        try destination.synchronize { Self.unplaced(path, content.rawValue, $0) }
    }

    /// The error of a finished output that could not be moved to its final path.
    static func unplaced(_ path: String, _ content: String, _ error: SystemError) -> FileError {
        if error.number == EEXIST { return exists(path) }
        return .output(.cannotWriteOutput, "The finished \(content) cannot be renamed to", path: path, error: error)
    }
}

// MARK: - Checks

extension OutputFile {
    /// Fails early if an output cannot be created; leaves nothing.
    ///
    /// - Parameters:
    ///   - path: The final path.
    ///   - overwrite: Whether an existing file may be replaced.
    ///   - content: The kind of output.
    ///   - nextName: Returns the next path to try, in the same folder, if a path is taken
    ///     (default: fail if the path is taken).
    /// - Throws: ``FileError/Code/cannotCreateOutput``.
    package static func requireCreatable(
        _ path: String, overwrite: Bool, content: Content, nextName: (@Sendable (String) -> String)? = nil
    ) throws(FileError) {
        try OutputFile(path: path, overwrite: overwrite, content: content, nextName: nextName).discard()
    }

    /// Checks that an output can be created at a path.
    ///
    /// - Returns: The path, with a symbolic link resolved.
    /// - Throws: ``FileError/Code/cannotCreateOutput``.
    static func checkedPath(
        _ path: String, overwrite: Bool, content: Content, nextName: ((String) -> String)?
    ) throws(FileError) -> String {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw FileError(.cannotCreateOutput, "The output has no name. Pass one, such as \(content.example).")
        }
        guard path.utf8.last != UInt8(ascii: "/") else {
            throw FileError(
                .cannotCreateOutput,
                "The output '\(path)' is a folder. Pass the name of a file, such as \(path)\(content.example).")
        }
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else {
            let error = SystemError.last
            if error.number == ENOENT { return path }
            throw .output(.cannotCreateOutput, "The output cannot be created as", path: path, error: error)
        }
        var path = path
        if let nextName {
            while unsafe lstat(path, &status) == 0 { path = nextName(path) }
            return path
        }
        // Replacing a symbolic link's target must not replace the link itself.
        if status.st_mode & S_IFMT == S_IFLNK, let target = path.canonicalPath {
            path = target
            unsafe lstat(path, &status)
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR:
            throw FileError(
                .cannotCreateOutput,
                "The output '\(path)' is a folder. Pass the name of a file, such as \(path)/\(content.example).")
        case S_IFREG, S_IFLNK:
            guard overwrite else { throw exists(path) }
            return path
        default:
            throw FileError(
                .cannotCreateOutput,
                "The output '\(path)' is a device or a pipe. Pass the name of a file; a \(content) is not written in one go."
            )
        }
    }

    static func exists(_ path: String) -> FileError {
        FileError(
            .cannotCreateOutput,
            "The output '\(path)' already exists. Choose another name, or pass --overwrite to replace it.")
    }
}
