internal import Frames
import Glibc

/// A lock that one command of a user can hold at a time.
///
/// It is a `flock(2)` lock on a file in the user's lock folder. The kernel releases it however
/// the process ends, so a stale lock cannot block anyone.
package final class NamedLock {
    private let descriptor: CInt

    private init(owning descriptor: CInt) { self.descriptor = descriptor }

    deinit {
        // A child has a copy of the descriptor until it executes its program, which would keep the lock.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Acquires the lock, waiting for it if requested.
    ///
    /// - Parameters:
    ///   - name: The lock's name, a single path component.
    ///   - patience: How long to wait for another process (default: do not wait).
    ///   - onWait: Called once with a message before waiting.
    /// - Throws: ``FileError/Code/locked`` if another process holds the lock, and did not release it in time;
    ///   ``FileError/Code/missingComponent`` if its file or folder cannot be used.
    package static func take(
        _ name: String, patience: Duration?, onWait: (String) -> Void
    ) throws(FileError) -> NamedLock {
        let path = try "\(LockFolder.make())/\(name)"
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw LockFolder.unusable(path) }
        let lock = NamedLock(owning: descriptor)
        if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard let patience else { throw lock.held(name, "Pass --lock-wait 10m to wait for it to end.") }
            onWait("waiting for the command that holds the lock '\(name)'\(lock.holder).")
            let end = ContinuousClock.now + patience
            while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
                guard .now < end else {
                    throw lock.held(name, "It was not released within \(patience.text) (--lock-wait).")
                }
                usleep(LockFolder.pause)
            }
        }
        lock.sign()
        return lock
    }

    private func held(_ name: String, _ advice: String) -> FileError {
        FileError(.locked, "Another command holds the lock '\(name)'\(holder); nothing was written. \(advice)")
    }

    /// The process that holds the lock, as stored in the file, for messages; empty if unknown.
    private var holder: String {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = unsafe pread(descriptor, &bytes, bytes.count, 0)
        let number = String(decoding: bytes.prefix(max(0, count)).prefix { $0 >= 0x30 && $0 <= 0x39 }, as: UTF8.self)
        return number.isEmpty ? "" : " (process \(number))"
    }

    private func sign() {
        let number = Array("\(getpid())\n".utf8)
        // The number only informs people, so write errors are ignored.
        if ftruncate(descriptor, 0) == 0 { _ = unsafe pwrite(descriptor, number, number.count, 0) }
    }
}

/// A queue in which a user's processes take turns, first come, first served.
///
/// Each process locks (`flock(2)`) a numbered file in a folder, and waits for the locks on all
/// lower numbers. When a process ends, in whatever way, the kernel releases its lock and the
/// next process proceeds. If that process was killed and left its file behind, the next one removes it.
package struct WaitingLine: Sendable {
    private let name: String

    /// Creates a queue.
    ///
    /// - Parameter name: The queue's name, a single path component.
    package init(_ name: String) { self.name = name }

    /// A place in the queue; deallocating it leaves the queue.
    package final class Place: Sendable {
        private let descriptor: CInt
        private let path: String

        fileprivate init(owning descriptor: CInt, path: String) {
            self.descriptor = descriptor
            self.path = path
        }

        deinit {
            // Removes the name first, so that no process starts waiting for a released lock.
            unsafe unlink(path)
            close(descriptor)
        }
    }

    /// Joins the end of the queue.
    ///
    /// - Returns: The place, and the files of the places before it.
    /// - Throws: ``FileError/Code/missingComponent``.
    package func join() throws(FileError) -> (place: Place, before: [String]) {
        let folder = try "\(LockFolder.make())/\(name).line"
        if unsafe mkdir(folder, 0o700) != 0 && errno != EEXIST { throw LockFolder.unusable(folder) }
        // A lock on the folder ensures that each number is assigned once.
        let gate = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard gate >= 0 else { throw LockFolder.unusable(folder) }
        defer { close(gate) }
        while flock(gate, LOCK_EX) != 0 {
            guard errno == EINTR else { throw LockFolder.unusable(folder) }
        }
        let taken: [Int]
        do throws(SystemError) {
            taken = try folder.names().compactMap { Int($0) }
        } catch {
            throw LockFolder.unusable(folder, reason: error.text)
        }
        let path = "\(folder)/\((taken.max() ?? 0) + 1)"
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw LockFolder.unusable(path) }
        let place = Place(owning: descriptor, path: path)
        // No other process knows this new file yet.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw LockFolder.unusable(path) }
        return (place, taken.sorted().map { "\(folder)/\($0)" })
    }

    /// Waits until all places before this one are gone.
    ///
    /// - Parameter before: The files of those places, from ``join()``.
    /// - Throws: `CancellationError` as soon as the task is canceled; ``FileError/Code/missingComponent``.
    package static func wait(for before: [String]) async throws {
        for path in before.reversed() {
            let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
            if descriptor < 0 && errno == ENOENT { continue }
            guard descriptor >= 0 else { throw LockFolder.unusable(path) }
            defer { close(descriptor) }
            while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
                try await Task.sleep(for: .microseconds(LockFolder.pause))
            }
            // Its process was killed, or has just removed the file.
            unsafe unlink(path)
        }
    }
}

/// The folder of a user's lock files, which no other user can access.
///
/// Its path depends on the user only, so it is the same in a terminal and under cron, whose
/// environments differ.
private enum LockFolder {
    /// How long to wait before a lock is tried again, in microseconds.
    ///
    /// A thread that waits in flock(2) could not be stopped.
    static let pause: UInt32 = 20_000

    /// Creates the folder if it does not exist, and returns its path.
    static func make() throws(FileError) -> String {
        let folder = "/tmp/pagereel-locks-\(geteuid())"
        if unsafe mkdir(folder, 0o700) != 0 && errno != EEXIST { throw unusable(folder) }
        var status = stat()
        guard unsafe lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(),
            status.st_mode & 0o077 == 0
        else { throw unusable(folder, reason: "it is not a folder that belongs to this user alone") }
        return folder
    }

    /// The error of a lock's file or folder that cannot be used.
    ///
    /// - Parameter reason: The reason (default: that of the system call that has just failed).
    static func unusable(_ path: String, reason: String = SystemError.last.text) -> FileError {
        FileError(
            .missingComponent,
            "\(path) cannot be used for locks (\(reason)). Remove it, or leave out --lock and --queue.")
    }
}
