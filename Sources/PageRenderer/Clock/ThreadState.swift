private import Glibc

/// Tells whether a thread sleeps.
///
/// It keeps the file open and allocates nothing: each frame takes about a hundred checks of 1 to 2
/// µs.
final class ThreadState {
    /// The folder of the thread's files (proc(5): `/proc/pid/task/tid`).
    let folder: String
    /// Whether the thread belongs to a page and is not the main thread of its process.
    let isWorker: Bool
    private let file: CInt

    /// Opens the thread's file; `nil` if it is gone.
    init?(folder: String, isWorker: Bool) {
        self.folder = folder
        self.isWorker = isWorker
        file = unsafe open(folder + "/stat", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
    }

    deinit { close(file) }

    /// The result of a check.
    enum Finding {
        /// It sleeps.
        case sleeps
        /// It works, waits for a processor, or is stopped.
        case works
        /// It has ended.
        case gone
    }

    /// Checks the thread.
    func look() -> Finding {
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 48) { buffer in
            guard let text = buffer.baseAddress else { return .gone }
            let count = unsafe pread(file, text, buffer.count, 0)
            guard count > 0 else { return .gone }
            switch unsafe Self.state(in: text, count: count) {
            case UInt8(ascii: "S"): return .sleeps
            case UInt8(ascii: "Z"), UInt8(ascii: "X"), 0: return .gone
            default: return .works
            }
        }
    }

    /// Returns the letter after `tid (name) `; 0 if it is missing.
    ///
    /// The name has at most 15 bytes and may contain anything, including brackets.
    private static func state(in text: UnsafeMutablePointer<UInt8>, count: Int) -> UInt8 {
        var place = min(count, 40) - 1
        while unsafe place > 0 && text[place] != UInt8(ascii: ")") { place -= 1 }
        return unsafe place > 0 && place + 2 < count ? text[place + 2] : 0
    }
}
