private import Glibc

/// Looks at one thread through the kernel's eyes.
///
/// The files are kept open: a look costs two reads of a few microseconds.
final class ThreadProbe {
    /// What the thread had done when it was looked at last.
    private var work = Work()
    private let state: CInt
    private let schedule: CInt

    /// Time on a processor in nanoseconds, and how often it got one.
    private struct Work: Equatable {
        var time = UInt64.max
        var runs: UInt64 = 0
    }

    /// Opens the files of a thread (proc(5): `/proc/pid/task/tid`); nothing
    /// if it is gone.
    init?(folder: String) {
        state = open(folder + "/stat", O_RDONLY | O_CLOEXEC)
        schedule = open(folder + "/schedstat", O_RDONLY | O_CLOEXEC)
        guard state >= 0, schedule >= 0 else {
            if state >= 0 { close(state) }
            if schedule >= 0 { close(schedule) }
            return nil
        }
    }

    deinit {
        close(state)
        close(schedule)
    }

    /// What a look at a thread shows.
    enum Finding {
        /// It slept all the time since the look before.
        case slept
        /// It sleeps, and has worked since the look before.
        case hasWorked
        /// It works, waits for a processor, or is stopped.
        case works
        /// It has ended.
        case gone
    }

    /// Looks at the thread.
    ///
    /// That it slept all the time is certain: it sleeps now and has not run
    /// since the look before. Had it been awake at any moment in between it
    /// would have had to run to fall asleep again, and its time on a processor
    /// would have grown.
    func look() -> Finding {
        withUnsafeTemporaryAllocation(byteCount: 96, alignment: 1) { buffer -> Finding in
            guard let base = buffer.baseAddress else { return .gone }
            let count = pread(state, base, buffer.count, 0)
            guard count > 0 else { return .gone }
            // `tid (name) S …`: the name may hold anything, brackets too.
            let text = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            guard let bracket = text.prefix(40).lastIndex(of: UInt8(ascii: ")")), bracket + 2 < count else {
                return .gone
            }
            switch text[bracket + 2] {
            case UInt8(ascii: "S"): break
            case UInt8(ascii: "Z"), UInt8(ascii: "X"): return .gone
            default: return .works
            }
            let length = pread(schedule, base, buffer.count, 0)
            guard length > 0 else { return .gone }
            let before = work
            work = Self.parse(UnsafeRawBufferPointer(rebasing: buffer[..<length]))
            return work == before ? .slept : .hasWorked
        }
    }

    /// Reads `time wait runs`.
    private static func parse(_ text: UnsafeRawBufferPointer) -> Work {
        var numbers: (UInt64, UInt64, UInt64) = (0, 0, 0)
        var field = 0
        for byte in text {
            guard byte != UInt8(ascii: " ") else {
                field += 1
                continue
            }
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { break }
            let digit = UInt64(byte - UInt8(ascii: "0"))
            switch field {
            case 0: numbers.0 = numbers.0 &* 10 &+ digit
            case 1: numbers.1 = numbers.1 &* 10 &+ digit
            default: numbers.2 = numbers.2 &* 10 &+ digit
            }
        }
        return Work(time: numbers.0, runs: numbers.2)
    }
}
