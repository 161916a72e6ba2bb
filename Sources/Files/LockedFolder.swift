private import FoundationEssentials
private import Glibc
private import Synchronization

/// A temporary folder that only this user can enter, removed with its owner.
///
/// A process that is killed removes nothing. So each folder is locked (flock(2))
/// while its owner lives, and creating a folder first removes the unlocked ones
/// with the same prefix: the kernel releases a lock however a process ends.
package final class LockedFolder: Sendable {
    /// Why a folder could not be created.
    package struct Failure: Error {
        /// The reason as in errno.
        package let number: Int32
    }

    /// Absolute if the parent is, without a slash at its end.
    package let path: String

    /// The descriptor that holds the lock, or -1; `nil` once the folder is
    /// removed.
    private let lock: Mutex<Int32?>

    /// Seconds in which a new folder may not be locked yet.
    private static let graceTime = 60

    /// Creates an empty folder.
    ///
    /// - Parameters:
    ///   - parent: The folder that it is in.
    ///   - prefix: The beginning of its name; six random characters follow.
    ///   - mark: A file that every folder of this kind contains. An abandoned
    ///     folder without it belongs to another program and is kept.
    package init(in parent: String, prefix: String, mark: String? = nil) throws(Failure) {
        Self.removeAbandoned(in: parent, prefix: prefix, mark: mark)
        // mkdtemp(3) replaces six letters X at the end.
        let placeholder = String(repeating: "X", count: 6)
        var template = Array("\(parent)/\(prefix)\(placeholder)".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure(number: errno) }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        lock = Mutex(Self.lock(path))
    }

    deinit { remove() }

    /// Removes the folder and what is in it, once; links are removed, not
    /// followed.
    package func remove() {
        lock.withLock { lock in
            guard let descriptor = lock else { return }
            // What cannot be removed stays for the next folder's creation.
            try? FileManager.default.removeItem(atPath: path)
            if descriptor >= 0 { close(descriptor) }
            lock = nil
        }
    }

    /// Locks a folder.
    ///
    /// - Returns: The descriptor, or -1 if another process has the lock.
    private static func lock(_ folder: String) -> Int32 {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return -1 }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return -1
        }
        return descriptor
    }

    private static func removeAbandoned(in parent: String, prefix: String, mark: String?) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        for name in names where name.hasPrefix(prefix) {
            let folder = "\(parent)/\(name)"
            var status = stat()
            guard lstat(folder, &status) == 0, status.st_uid == geteuid(), status.st_mode & S_IFMT == S_IFDIR,
                time(nil) - status.st_mtim.tv_sec > graceTime
            else { continue }
            let lock = lock(folder)
            guard lock >= 0 else { continue }
            if mark.map({ access("\(folder)/\($0)", F_OK) == 0 }) ?? true {
                try? FileManager.default.removeItem(atPath: folder)
            }
            close(lock)
        }
    }
}
