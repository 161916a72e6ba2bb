import Glibc

/// A small tmpfs, to test a full disk.
package enum SmallDisk {
    /// An error from mounting a disk.
    package struct Refused: Error, CustomStringConvertible {
        package let description: String
    }

    /// Whether this user may mount a disk: needs root with its capabilities, which a container may
    /// drop.
    package static let isAvailable: Bool = {
        guard let folder = try? TemporaryFolder(),
            unsafe mount("tmpfs", folder.path, "tmpfs", 0, "size=64k") == 0
        else { return false }
        unsafe umount(folder.path)
        return true
    }()

    /// Mounts a disk of a size in kilobytes during the closure.
    package static func mounted(
        at path: String, kilobytes: Int, _ body: (String) async throws -> Void
    ) async throws {
        guard unsafe mount("tmpfs", path, "tmpfs", 0, "size=\(kilobytes)k") == 0 else {
            throw Refused(description: unsafe "mounting on \(path): \(String(cString: strerror(errno)))")
        }
        do { try await body(path) } catch {
            unsafe umount2(path, Int32(MNT_DETACH))
            throw error
        }
        unsafe umount2(path, Int32(MNT_DETACH))
    }
}
