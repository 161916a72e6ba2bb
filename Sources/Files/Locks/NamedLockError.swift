internal import Frames

/// Why a recording does not have the lock that it was to have.
package enum NamedLockError: Error, CustomStringConvertible {
    /// Another process has it, and kept it as long as was waited for.
    case held(String, by: String?, patience: Duration?)
    /// There is no place for the lock's file.
    case unusable(String, reason: String)

    package var description: String {
        switch self {
        case .held(let name, let holder, let patience):
            let process = holder.map(NamedLock.process) ?? ""
            let advice =
                patience.map { "It was waited for for \($0.text) (--lock-wait)." }
                ?? "--lock-wait 10m waits for it to end."
            return "Another recording holds the lock \"\(name)\"\(process); nothing was recorded. \(advice)"
        case .unusable(let path, let reason):
            return "\(path) cannot be used for locks (\(reason)). Remove it, or leave --lock out."
        }
    }
}
