private import CSystemCalls
import Glibc

/// Where an unfinished output is written, and how messages name it.
///
/// The place is often an unnamed file, whose path means nothing to the user.
package struct OutputPlace: Sendable {
    /// The path to write to.
    package let path: String
    /// The output's name for messages: its final path.
    package let name: String

    /// Creates a place.
    ///
    /// - Parameters:
    ///   - path: The path to write to.
    ///   - name: The output's name (default: the path).
    package init(_ path: String, named name: String? = nil) {
        self.path = path
        self.name = name ?? path
    }
}

/// A file created by this process that is removed unless it is kept.
package final class PartialFile {
    /// The file's place.
    package let place: OutputPlace
    private let content: OutputFile.Content
    private var isKept = false

    /// Creates the file, which must not exist unless it is an unnamed file.
    ///
    /// Its permissions follow the process's umask.
    ///
    /// - Parameters:
    ///   - place: The file.
    ///   - content: The kind of output, for messages.
    /// - Throws: ``FileError/Code/cannotCreateOutput``, or ``FileError/Code/cannotWriteOutput``
    ///   on a full disk.
    package init(creating place: OutputPlace, content: OutputFile.Content) throws(FileError) {
        self.place = place
        self.content = content
        let descriptor = UnnamedFile.open(place.path, O_WRONLY)
        guard descriptor >= 0 else {
            let error = SystemError.last
            isKept = true
            throw .output(.cannotCreateOutput, "The \(content) cannot be created as", path: place.name, error: error)
        }
        close(descriptor)
    }

    deinit {
        // An error here only means that someone else removed the file already.
        if !isKept && !Descriptor.isPath(place.path) { unsafe unlink(place.path) }
    }

    /// Flushes the file to disk and keeps it.
    ///
    /// - Returns: Its length in bytes.
    /// - Throws: ``FileError/Code/cannotWriteOutput``.
    package func keep() throws(FileError) -> Int {
        let descriptor = unsafe open(place.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(.last) }
        defer { close(descriptor) }
        var status = stat()
        guard fsync(descriptor) == 0, unsafe fstat(descriptor, &status) == 0 else { throw failure(.last) }
        isKept = true
        return Int(status.st_size)
    }

    private func failure(_ error: SystemError) -> FileError {
        .output(.cannotWriteOutput, "The \(content) cannot be written to", path: place.name, error: error)
    }
}

/// A file without a name (open(2), `O_TMPFILE`).
///
/// The kernel removes it when its owner or the process ends, unless it has been linked to a
/// name. Not every file system supports such files.
package final class UnnamedFile: Sendable {
    private let descriptor: CInt

    /// Creates an empty file; its permissions follow the process's umask.
    ///
    /// - Parameter folder: The folder on whose file system it is created.
    /// - Returns: `nil` if the folder is not writable, or if its file system does not support
    ///   such files.
    package init?(in folder: String) {
        descriptor = unsafe Glibc.open(folder, O_RDWR | O_DIRECTORY | renaming_unnamed_file | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { return nil }
        // Linking needs /proc, which a container may lack.
        guard unsafe access(path, W_OK) == 0 else {
            close(descriptor)
            return nil
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// The path by which this process can open the file.
    package var path: String { Descriptor.path(of: descriptor) }

    /// Links the file to an unused name.
    ///
    /// - Returns: 0, or -1 with `errno` set; `EEXIST` if the name is taken.
    package func link(as name: String) -> CInt { unsafe linkat(AT_FDCWD, path, AT_FDCWD, name, AT_SYMLINK_FOLLOW) }

    /// Creates and opens a new file, or opens and truncates an unnamed one.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - access: `O_WRONLY` or `O_RDWR`.
    /// - Returns: A descriptor, or -1 with `errno` set.
    package static func open(_ path: String, _ access: CInt) -> CInt {
        unsafe Glibc.open(path, access | O_CLOEXEC | (Descriptor.isPath(path) ? O_TRUNC : O_CREAT | O_EXCL), 0o666)
    }
}
