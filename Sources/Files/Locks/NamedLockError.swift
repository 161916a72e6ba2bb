internal import Frames

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
            return "Another command holds the lock \"\(name)\"\(process); nothing was written. \(advice)"
        case .unusable(let path, let reason):
            return "\(path) cannot be used for locks (\(reason)). Remove it, or leave out --lock and --queue."
        }
    }
}
