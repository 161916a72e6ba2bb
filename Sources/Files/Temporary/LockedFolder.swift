import Foundation
private import FoundationEssentials
private import Glibc
private import Synchronization

/// A temporary folder that only this user can access, removed on deinitialization.
///
/// A killed process cannot clean up. Each folder is therefore locked (`flock(2)`) while its
/// owner lives, and the kernel releases the lock however the process ends. Creating a folder
/// first removes unlocked folders with the same prefix. A process that calls `exit` removes its
/// remaining folders.
package final class LockedFolder: Sendable {
    /// The path without a trailing slash; absolute if the parent's path is.
    package let path: String

    private struct Entry {
        weak var folder: LockedFolder?
    }

    /// The folders of this process, for removal at exit.
    private static let folders = Mutex<[Entry]>([])
    private static let isRegistered: Bool = atexit { removeAll() } == 0

    /// The descriptor that holds the lock; -1 if locking is unsupported, `nil` once the folder
    /// is removed.
    private let lock: Mutex<Int32?>

    /// Creates an empty folder.
    ///
    /// - Parameters:
    ///   - parent: The folder to create it in.
    ///   - prefix: The start of its name; six random characters follow.
    ///   - mark: The name of a file that every folder of this kind contains. An abandoned
    ///     folder without it belongs to another program and is kept.
    package init(in parent: String, prefix: String, mark: String? = nil) throws(SystemError) {
        Self.removeAbandoned(in: parent, prefix: prefix, mark: mark)
        while true {
            // mkdtemp(3) replaces the last six characters.
            let placeholder = String(repeating: "X", count: 6)
            var template = Array("\(parent)/\(prefix)\(placeholder)".utf8CString)
            guard unsafe mkdtemp(&template) != nil else { throw .last }
            let created = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
            // Before it is locked, another process may mistake it for an abandoned folder.
            switch Self.lock(created) {
            case .locked(let descriptor):
                var status = stat()
                guard unsafe lstat(created, &status) == 0 else {
                    close(descriptor)
                    continue
                }
                path = created
                lock = Mutex(descriptor)
                register()
                return
            case .taken:
                continue
            case .impossible:
                path = created
                lock = Mutex(-1)
                register()
                return
            }
        }
    }

    deinit { remove() }

    /// Removes the folder and its contents; later calls do nothing.
    ///
    /// Symbolic links are removed, not followed.
    package func remove() {
        lock.withLock { lock in
            guard let descriptor = lock else { return }
            // Leftovers are removed when the next folder is created.
            try? FileManager.default.removeItem(atPath: path)
            if descriptor >= 0 { close(descriptor) }
            lock = nil
        }
    }

    private func register() {
        _ = Self.isRegistered
        Self.folders.withLock { folders in
            folders.removeAll { $0.folder == nil }
            folders.append(Entry(folder: self))
        }
    }

    private static func removeAll() {
        for folder in folders.withLock({ $0.compactMap(\.folder) }) { folder.remove() }
    }

    /// The result of locking a folder.
    private enum Locking {
        /// Locked; the descriptor holds the lock.
        case locked(Int32)
        /// Another process holds the lock or has removed the folder.
        case taken
        /// The file system does not support locks.
        case impossible
    }

    private static func lock(_ folder: String) -> Locking {
        let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return errno == ENOENT ? .taken : .impossible }
        guard flock(descriptor, LOCK_EX | LOCK_NB) != 0 else { return .locked(descriptor) }
        let isTaken = errno == EWOULDBLOCK
        close(descriptor)
        return isTaken ? .taken : .impossible
    }

    private static func removeAbandoned(in parent: String, prefix: String, mark: String?) {
        // Cleaning up is no condition for a new folder, whose own failure is reported.
        let names = (try? parent.names()) ?? []
        for name in names where name.hasPrefix(prefix) {
            let folder = "\(parent)/\(name)"
            var status = stat()
            guard unsafe lstat(folder, &status) == 0, status.st_uid == geteuid(), status.st_mode & S_IFMT == S_IFDIR,
                case .locked(let lock) = lock(folder)
            else { continue }
            if mark.map({ unsafe access("\(folder)/\($0)", F_OK) == 0 }) ?? true {
                // As above; the next process tries again.
                try? FileManager.default.removeItem(atPath: folder)
            }
            close(lock)
        }
    }
}

/// Temporary folders for timelines.
package enum ScratchFolder {
    /// Creates an empty folder in TMPDIR that only this user can access.
    ///
    /// It is removed when the returned object is released, and when the process
    /// exits.
    ///
    /// - Parameter contents: What the folder is for, for the message.
    /// - Throws: ``FileError/Code/cannotCreateOutput``.
    package static func make(for contents: String) throws(FileError) -> LockedFolder {
        let parent = FileManager.default.temporaryDirectory.path
        do throws(SystemError) {
            return try LockedFolder(in: parent, prefix: ".pagereel-compose-")
        } catch {
            throw FileError(
                .cannotCreateOutput,
                "A folder for \(contents) cannot be made in '\(parent)': \(error.text). Set TMPDIR to another folder.")
        }
    }
}
