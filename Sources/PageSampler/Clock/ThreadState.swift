private import Glibc

/// Tells whether one thread sleeps.
///
/// The file is kept open, and nothing allocated: a frame takes a hundred
/// looks, of a microsecond or two.
final class ThreadState {
    /// Where the thread's files are (proc(5): `/proc/pid/task/tid`).
    let folder: String
    /// Whether it is one of a page's threads, and not the first of its process.
    let isWorker: Bool
    private let file: CInt

    /// Opens the thread's file; `nil` if it is gone.
    init?(folder: String, isWorker: Bool) {
        self.folder = folder
        self.isWorker = isWorker
        file = open(folder + "/stat", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
    }

    deinit { close(file) }

    /// What a look at a thread shows.
    enum Finding {
        /// It sleeps.
        case sleeps
        /// It works, waits for a processor, or is stopped.
        case works
        /// It has ended.
        case gone
    }

    /// Looks at the thread.
    func look() -> Finding {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 48) { buffer in
            guard let text = buffer.baseAddress else { return .gone }
            let count = pread(file, text, buffer.count, 0)
            guard count > 0 else { return .gone }
            switch Self.state(in: text, count: count) {
            case UInt8(ascii: "S"): return .sleeps
            case UInt8(ascii: "Z"), UInt8(ascii: "X"), 0: return .gone
            default: return .works
            }
        }
    }

    /// The letter after `tid (name) `; 0 if there is none.
    ///
    /// The name may hold anything, brackets too, and has at most 15 bytes.
    private static func state(in text: UnsafeMutablePointer<UInt8>, count: Int) -> UInt8 {
        var place = min(count, 40) - 1
        while place > 0 && text[place] != UInt8(ascii: ")") { place -= 1 }
        return place > 0 && place + 2 < count ? text[place + 2] : 0
    }
}
