private import Glibc

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
