import Dispatch
import Foundation
import Glibc

/// A name that one recording of a user has at a time.
///
/// A file in a folder of the user's stands for it. The kernel lets go of the
/// lock on it however its process ends, so that nothing stale can stay behind.
package final class NamedLock {
    private let descriptor: CInt

    private init(owning descriptor: CInt) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Takes the lock, or waits for it.
    ///
    /// - Parameters:
    ///   - name: One part of a path.
    ///   - patience: How long to wait for another process to let go; not at
    ///     all without.
    ///   - onWait: Hears the sentence that says so, once, before the waiting.
    /// - Throws: That it is held, or that there is no place for the file.
    package static func take(
        _ name: String, patience: Duration?, onWait: (String) -> Void
    ) throws(NamedLockError) -> NamedLock {
        let path = try "\(LockFolder.make())/\(name)"
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .unusable(path, reason: String(cString: strerror(errno))) }
        let lock = NamedLock(owning: descriptor)
        if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let holder = lock.holder
            guard let patience else { throw .held(name, by: holder, patience: nil) }
            onWait("waiting for the recording that holds the lock \"\(name)\"\(holder.map(Self.process) ?? "").")
            guard wait(for: descriptor, patience) else { throw .held(name, by: lock.holder, patience: patience) }
        }
        lock.sign()
        return lock
    }

    /// How a holder is named to a person.
    static func process(_ holder: String) -> String { " (process \(holder))" }

    /// Waits in a thread of its own, which ends with the process when the
    /// patience does.
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

    /// The number of the process that holds the lock, as it wrote it down.
    private var holder: String? {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        let number = String(decoding: bytes.prefix(max(0, count)).prefix { $0 >= 0x30 && $0 <= 0x39 }, as: UTF8.self)
        return number.isEmpty ? nil : number
    }

    private func sign() {
        let number = Array("\(getpid())\n".utf8)
        // For people alone: what cannot be written is left out.
        if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, number, number.count, 0) }
    }
}
