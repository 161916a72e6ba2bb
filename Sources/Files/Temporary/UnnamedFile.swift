private import CSystemCalls
import Glibc

/// A file without a name (open(2), O_TMPFILE): the kernel removes it when its
/// owner or the process ends, unless it has been given a name.
///
/// Not every file system supports such files.
package final class UnnamedFile: Sendable {
    private let descriptor: CInt

    /// Makes an empty file, readable by whom the process lets (umask).
    ///
    /// - Parameter folder: Where it can be given a name later.
    /// - Returns: `nil` if the folder cannot be written to, or if its file
    ///   system does not support such files.
    package init?(in folder: String) {
        descriptor = Glibc.open(folder, O_RDWR | O_DIRECTORY | renaming_unnamed_file | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { return nil }
        // Names are given by way of /proc, which a container may lack.
        guard access(path, W_OK) == 0 else {
            close(descriptor)
            return nil
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// The path by which this process opens the file.
    package var path: String { Self.folder + "\(descriptor)" }

    private static let folder = "/proc/self/fd/"

    /// Whether a path is that of a file without a name.
    package static func isPath(_ path: String) -> Bool { path.hasPrefix(folder) }

    /// Gives the file a name that no other file has.
    ///
    /// - Returns: 0, or -1 with the reason in errno: EEXIST for a name that is
    ///   taken.
    package func link(as name: String) -> CInt { linkat(AT_FDCWD, path, AT_FDCWD, name, AT_SYMLINK_FOLLOW) }

    /// Opens a new file: creates one of that name, or opens the one without a
    /// name.
    ///
    /// - Parameter access: `O_WRONLY` or `O_RDWR`.
    /// - Returns: A descriptor, or -1 with the reason in errno.
    package static func open(_ path: String, _ access: CInt) -> CInt {
        Glibc.open(path, access | O_CLOEXEC | (isPath(path) ? O_TRUNC : O_CREAT | O_EXCL), 0o666)
    }
}
