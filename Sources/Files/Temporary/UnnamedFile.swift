private import CSystemCalls
import Glibc

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
