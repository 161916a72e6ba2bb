internal import Glibc

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
