internal import EngineLink
internal import Glibc
private import Synchronization

/// Tells whether a thread sleeps, and whether it has run since it was last seen asleep.
///
/// It keeps its files open and allocates nothing: each frame takes hundreds of looks, of 1 to 4 µs.
final class ThreadState {
    /// The folder of the thread's files (proc(5): `/proc/pid/task/tid`).
    let folder: String
    /// Whether the thread belongs to a page and is not the main thread of its process.
    let isWorker: Bool
    private let file: CInt
    private let statistics: ScheduledTime?
    /// Tells for certain whether the thread sleeps, at half the cost; `nil` if the kernel cannot.
    private var block: BlockedThread?
    /// The number of turns when the thread was last found asleep.
    private var sleepingTurns: Int64?
    /// The number of turns at the last ``lookFirst()``.
    private var knownTurns: Int64?
    /// How often in a row all threads have been found asleep, and this one had not run.
    private var rests = 0

    /// Opens the thread's files; `nil` if it is gone.
    init?(folder: String, isWorker: Bool) {
        self.folder = folder
        self.isWorker = isWorker
        statistics = ScheduledTime(folder: folder)
        block = Self.countsTurns ? BlockedThread(folder: folder) : nil
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

    /// Whether the thread is new or has run lately, so that a check begins with it.
    var isActive: Bool { knownTurns == nil || rests < Self.mostRests }

    /// How many rests after its last turn a thread still counts as active.
    private static let mostRests = 8

    /// Checks the thread, and remembers its turns.
    ///
    /// The turns are read first: if it sleeps now, and the turns are the same later, it has not run since.
    func lookFirst() -> Finding {
        let turns = turns
        if turns != knownTurns { rests = 0 }
        knownTurns = turns
        guard let turns else { return .gone }
        // It is in the sleep in which it was last found, or ready to run, which the second look sees.
        return turns == sleepingTurns && block != nil ? .sleeps : look(after: turns)
    }

    /// Checks the thread; one that has run since ``lookFirst()`` counts as working.
    func lookAgain() -> Finding {
        let finding = look(after: knownTurns)
        guard finding == .sleeps else { return finding }
        guard let turns else { return .gone }
        guard turns == knownTurns else {
            rests = 0
            return .works
        }
        return .sleeps
    }

    /// Checks the thread, whose turns were counted before.
    ///
    /// If it had as many turns when it was last found asleep, it is in the same sleep, unless it is ready to run.
    private func look(after turns: Int64?) -> Finding {
        if turns != nil, turns == sleepingTurns, block?.isCertain == true { return .sleeps }
        let finding = look()
        sleepingTurns = finding == .sleeps ? turns : nil
        return finding
    }

    /// Notes that all threads were found asleep.
    func noteRest() { rests += 1 }

    /// A number that has grown if the thread has run between two moments at which it slept; `nil` if it is gone.
    ///
    /// CPU time does not tell that: on a virtual machine the kernel subtracts what the host has taken from it
    /// (`update_rq_clock_task`), which may be all of a short turn.
    private var turns: Int64? { Self.countsTurns ? statistics?.turns : Self.sleeps(in: folder) }

    /// Whether this kernel counts turns.
    ///
    /// Reading how often a thread has slept takes ten times as long.
    private static let countsTurns = (ScheduledTime(folder: "/proc/thread-self")?.turns ?? 0) > 0

    /// How often a thread has fallen asleep; `nil` if it is gone.
    ///
    /// - Parameter folder: The thread's files (proc(5): `/proc/pid/task/tid`).
    static func sleeps(in folder: String) -> Int64? {
        let label = "voluntary_ctxt_switches:"
        return ProcessFile.text(of: folder + "/status").split(separator: "\n").first { $0.hasPrefix(label) }
            .flatMap { Int64($0.dropFirst(label.count).drop { $0 == "\t" || $0 == " " }) }
    }

    /// How long the thread has been ready to run without a processor; `nil` if it is gone or the kernel does not say.
    var delay: Duration? { statistics?.delay.map { .nanoseconds($0) } }

    /// Checks the thread.
    ///
    /// It has the letter of a sleeping one already while it prepares to sleep. If it is woken then, it goes on in the same
    /// turn. So the letter alone counts only where the kernel tells no more.
    func look() -> Finding {
        // In this order: a wait for a disk is certain, too, but has another letter.
        let isCertain = block?.isCertain ?? true
        let finding = finding
        guard finding == .sleeps, !isCertain, let block else { return finding }
        if block.hasLeftProcessor() { return self.finding }
        guard block.hasFailedOften() else { return .works }
        self.block = nil
        return .sleeps
    }

    /// What the thread's letter says.
    private var finding: Finding {
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

/// Tells whether a thread is blocked, without telling in which way.
///
/// It is not ready to run, so it would have to have a turn before it could do anything.
private final class BlockedThread {
    private let folder: String
    private let file: CInt
    /// Its system call (proc(5): `/proc/pid/task/tid/syscall`); opened when it is needed.
    private var call: CInt?
    /// How often in a row it was not certain that the thread slept.
    private var failures = 0
    /// The same of all threads, unless it has ever been certain.
    private static let failures = Atomic(0)

    /// Whether the kernel answers only for threads that are neither running nor ready to run: since Linux 5.16
    /// (`get_wchan`), it looks while the thread cannot be woken.
    private static let isSupported: Bool = {
        var name = utsname()
        guard unsafe uname(&name) == 0 else { return false }
        let release = unsafe withUnsafeBytes(of: &name.release) {
            unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        let numbers = release.split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
        return numbers.count == 2 && (numbers[0], numbers[1]) >= (5, 16)
    }()

    /// Opens the thread's file (proc(5): `/proc/pid/task/tid/wchan`); `nil` if the kernel cannot tell.
    init?(folder: String) {
        guard Self.isSupported else { return nil }
        self.folder = folder
        file = unsafe open(folder + "/wchan", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
    }

    deinit {
        close(file)
        if let call { close(call) }
    }

    /// Whether the thread is certainly blocked: the file names the kernel's function in which it waits, and not `0`.
    var isCertain: Bool {
        var first = UInt8(ascii: "0")
        guard unsafe pread(file, &first, 1, 0) == 1 && first != UInt8(ascii: "0") else { return false }
        failures = 0
        Self.failures.store(.min, ordering: .relaxed)
        return true
    }

    /// Waits until a thread that seems to sleep has left its processor; false if it was woken instead.
    ///
    /// It may have gone to sleep and still be in the queue of a processor, so that it is not certain (`sched_delayed`, since
    /// Linux 6.12). The kernel takes it out to tell its system call (`task_current_syscall`), which takes longer.
    func hasLeftProcessor() -> Bool {
        let call = unsafe call ?? open(folder + "/syscall", O_RDONLY | O_CLOEXEC)
        self.call = call
        // Of a thread that was woken: `running`.
        var first = UInt8(ascii: "r")
        return unsafe pread(call, &first, 1, 0) == 1 && first != UInt8(ascii: "r")
    }

    /// Counts a time at which the thread seemed to sleep, but not for certain; true after many in a row.
    ///
    /// The kernel does not tell where the recorder may not look, or where it was built without the names of its functions.
    func hasFailedOften() -> Bool {
        failures += 1
        let isNeverCertain = Self.failures.add(1, ordering: .relaxed).newValue > Self.mostFailures
        return isNeverCertain || failures > Self.mostFailures
    }

    private static let mostFailures = 100
}

/// The CPU time of a process or of a thread of this process.
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

    /// How often a processor has begun to run the thread; `nil` if it is gone.
    var turns: Int64? { read()?.turns }

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
    private let sleeps: Int64

    /// Reads the statistics of a thread; `nil` if it is gone or the kernel keeps none.
    ///
    /// - Parameter folder: The thread's files (proc(5): `/proc/pid/task/tid`).
    init?(folder: String) {
        guard let time = ScheduledTime(folder: folder)?.nanoseconds, let sleeps = ThreadState.sleeps(in: folder)
        else { return nil }
        self.time = .nanoseconds(time)
        self.sleeps = sleeps
    }

    /// Whether the thread has computed for so long since an earlier reading, and has hardly slept.
    func isSteady(since earlier: Self, for length: Duration) -> Bool {
        let computed = time - earlier.time
        return computed >= length && computed >= Self.leastStretch * Int(sleeps - earlier.sleeps)
    }

    /// How long a computing thread goes on without sleep on average, at least: garbage collection makes it wait.
    private static let leastStretch = Duration.milliseconds(1)
}
