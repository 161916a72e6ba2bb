import Dispatch
import Foundation
internal import Frames
import Glibc

/// A lock that one command of a user can hold at a time.
///
/// It is a `flock(2)` lock on a file in the user's lock folder. The kernel releases it however
/// the process ends, so a stale lock cannot block anyone.
package final class NamedLock {
    private let descriptor: CInt

    private init(owning descriptor: CInt) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Acquires the lock, waiting for it if requested.
    ///
    /// - Parameters:
    ///   - name: The lock's name, a single path component.
    ///   - patience: How long to wait for another process (default: do not wait).
    ///   - onWait: Called once with a message before waiting.
    /// - Throws: ``NamedLockError``.
    package static func take(
        _ name: String, patience: Duration?, onWait: (String) -> Void
    ) throws(NamedLockError) -> NamedLock {
        let path = try "\(LockFolder.make())/\(name)"
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .unusable(path) }
        let lock = NamedLock(owning: descriptor)
        if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let holder = lock.holder
            guard let patience else { throw .held(name, by: holder, patience: nil) }
            onWait("waiting for the command that holds the lock '\(name)'\(holder.map(Self.process) ?? "").")
            guard wait(for: descriptor, patience) else { throw .held(name, by: lock.holder, patience: patience) }
        }
        lock.sign()
        return lock
    }

    /// Formats a holder's process number for a message.
    static func process(_ holder: String) -> String { " (process \(holder))" }

    /// Waits for the lock on a separate thread.
    ///
    /// After a timeout the thread keeps waiting until the process ends.
    private static func wait(for descriptor: CInt, _ patience: Duration) -> Bool {
        let isTaken = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            while flock(descriptor, LOCK_EX) != 0 && errno == EINTR {}
            isTaken.signal()
        }
        let (seconds, attoseconds) = patience.components
        let limit = DispatchTime.now() + .nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
        return isTaken.wait(timeout: limit) == .success
    }

    /// The number of the process that holds the lock, as stored in the file; `nil` if unknown.
    private var holder: String? {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = unsafe pread(descriptor, &bytes, bytes.count, 0)
        let number = String(decoding: bytes.prefix(max(0, count)).prefix { $0 >= 0x30 && $0 <= 0x39 }, as: UTF8.self)
        return number.isEmpty ? nil : number
    }

    private func sign() {
        let number = Array("\(getpid())\n".utf8)
        // The number only informs people, so write errors are ignored.
        if ftruncate(descriptor, 0) == 0 { _ = unsafe pwrite(descriptor, number, number.count, 0) }
    }
}

/// An error from acquiring a lock.
package enum NamedLockError: Error, CustomStringConvertible {
    /// Another process holds the lock, and did not release it in time.
    case held(String, by: String?, patience: Duration?)
    /// The lock's file or folder cannot be used.
    case unusable(String, reason: String)

    /// The error of a system call on a lock's file or folder that has just failed.
    static func unusable(_ path: String) -> NamedLockError { .unusable(path, reason: SystemError.last.text) }

    package var description: String {
        switch self {
        case .held(let name, let holder, let patience):
            let process = holder.map(NamedLock.process) ?? ""
            let advice =
                patience.map { "It was not released within \($0.text) (--lock-wait)." }
                ?? "Pass --lock-wait 10m to wait for it to end."
            return "Another command holds the lock '\(name)'\(process); nothing was written. \(advice)"
        case .unusable(let path, let reason):
            return "\(path) cannot be used for locks (\(reason)). Remove it, or leave out --lock and --queue."
        }
    }
}

/// The folder of a user's lock files, which no other user can access.
///
/// Its path depends on the user only, so it is the same in a terminal and under cron, whose
/// environments differ.
enum LockFolder {
    /// Creates the folder if it does not exist, and returns its path.
    ///
    /// - Throws: ``NamedLockError/unusable(_:reason:)``.
    static func make() throws(NamedLockError) -> String {
        let folder = "/tmp/pagereel-locks-\(geteuid())"
        if unsafe mkdir(folder, 0o700) != 0 && errno != EEXIST {
            throw .unusable(folder)
        }
        var status = stat()
        guard unsafe lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(),
            status.st_mode & 0o077 == 0
        else { throw .unusable(folder, reason: "it is not a folder that belongs to this user alone") }
        return folder
    }
}
