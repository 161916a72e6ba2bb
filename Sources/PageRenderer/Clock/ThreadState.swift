internal import EngineLink
internal import Glibc

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

/// The CPU time of a process or of a thread of this process.
///
/// It has always grown when a thread falls asleep, because the thread must have run to do so.
struct ProcessorTime {
    private let clock: clockid_t

    /// Measures all threads of a process, including ended ones.
    init(ofProcess process: pid_t) { clock = ~process << 3 | Self.scheduled }

    /// Measures one thread of this process.
    init(ofThread thread: pid_t) { clock = ~thread << 3 | Self.oneThread | Self.scheduled }

    /// CPU time in nanoseconds; `nil` if the process or thread is gone.
    var nanoseconds: Int64? {
        var time = timespec()
        return unsafe clock_gettime(clock, &time) == 0 ? Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec) : nil
    }

    // How Linux encodes such a clock's ID (include/linux/posix-timers_types.h).
    private static let scheduled: clockid_t = 2
    private static let oneThread: clockid_t = 4
}

/// What the kernel says of one thread of another process: CPU time, delay by a lack of processors, number of turns.
///
/// ``ProcessorTime`` supports only whole processes and threads of this process. These values lag
/// while the thread runs, and are exact once it sleeps.
final class ScheduledTime {
    private let file: CInt

    /// Opens the thread's statistics (proc(5): `/proc/pid/task/tid/schedstat`); `nil` if the thread
    /// is gone or the kernel keeps no statistics.
    init?(folder: String) {
        file = unsafe open(folder + "/schedstat", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
    }

    deinit { close(file) }

    /// CPU time in nanoseconds; `nil` if the thread is gone.
    var nanoseconds: Int64? { read()?.time }

    /// How long the thread has been ready to run without a processor, in nanoseconds; `nil` if it is gone.
    var delay: Int64? { read()?.delay }

    /// A number that grows whenever the thread falls asleep; `nil` if the thread is gone.
    var work: Int64? { read().map { $0.time &+ $0.turns } }

    /// The fields of the file.
    private func read() -> (time: Int64, delay: Int64, turns: Int64)? {
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 72) { buffer in
            guard let text = buffer.baseAddress else { return nil }
            let count = unsafe pread(file, text, buffer.count, 0)
            guard count > 0 else { return nil }
            var numbers: (Int64, Int64, Int64) = (0, 0, 0)
            for index in 0..<count {
                let digit = unsafe buffer[index]
                if digit == UInt8(ascii: "\n") { continue }
                if digit == UInt8(ascii: " ") {
                    numbers = (numbers.1, numbers.2, 0)
                } else {
                    numbers.2 = numbers.2 &* 10 &+ Int64(digit &- UInt8(ascii: "0"))
                }
            }
            return (numbers.0, numbers.1, numbers.2)
        }
    }
}

/// How long a thread of another process has computed, and how often it has slept meanwhile.
struct ComputingTime {
    private let time: Duration
    private let sleeps: Int

    /// Reads the statistics of a thread; `nil` if it is gone or the kernel keeps none.
    ///
    /// - Parameter folder: The thread's files (proc(5): `/proc/pid/task/tid`).
    init?(folder: String) {
        let label = "voluntary_ctxt_switches:"
        guard let time = ScheduledTime(folder: folder)?.nanoseconds,
            let line = ProcessFile.text(of: folder + "/status").split(separator: "\n").first(where: {
                $0.hasPrefix(label)
            }),
            let sleeps = Int(line.dropFirst(label.count).drop { $0 == "\t" || $0 == " " })
        else { return nil }
        self.time = .nanoseconds(time)
        self.sleeps = sleeps
    }

    /// Whether the thread has computed for so long since an earlier reading, and has hardly slept.
    func isSteady(since earlier: Self, for length: Duration) -> Bool {
        let computed = time - earlier.time
        return computed >= length && computed >= Self.leastStretch * (sleeps - earlier.sleeps)
    }

    /// How long a computing thread goes on without sleep on average, at least: garbage collection makes it wait.
    private static let leastStretch = Duration.milliseconds(1)
}
