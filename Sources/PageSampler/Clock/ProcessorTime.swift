internal import Glibc

/// How long a process, or a thread of this one, has been on the processors.
///
/// It grows whenever a thread falls asleep: to do so the thread must have run.
struct ProcessorTime {
    private let clock: clockid_t

    /// Measures all threads of a process, including those that have ended.
    init(ofProcess process: pid_t) { clock = ~process << 3 | Self.scheduled }

    /// One thread of this process.
    init(ofThread thread: pid_t) { clock = ~thread << 3 | Self.oneThread | Self.scheduled }

    /// Nanoseconds; `nil` if the process or thread is gone.
    var nanoseconds: Int64? {
        var time = timespec()
        return clock_gettime(clock, &time) == 0 ? Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec) : nil
    }

    // What such a clock's number is made of: Linux,
    // include/linux/posix-timers_types.h.
    private static let scheduled: clockid_t = 2
    private static let oneThread: clockid_t = 4
}
