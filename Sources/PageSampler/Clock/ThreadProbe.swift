private import Glibc

/// Looks at one thread through the kernel's eyes.
///
/// The files are kept open: a look costs two reads of a few microseconds. A
/// frame takes hundreds of looks, so they allocate nothing.
final class ThreadProbe {
    /// What the thread had done when it was looked at last: time on a
    /// processor in nanoseconds, and how often it got one.
    private var time = UInt64.max
    private var runs: UInt64 = 0
    private let state: CInt
    private let schedule: CInt

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
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 96) { buffer in
            guard let text = buffer.baseAddress else { return .gone }
            let count = pread(state, text, buffer.count, 0)
            guard count > 0 else { return .gone }
            switch Self.state(in: text, count: count) {
            case UInt8(ascii: "S"): break
            case UInt8(ascii: "Z"), UInt8(ascii: "X"), 0: return .gone
            default: return .works
            }
            return hasRun(text, capacity: buffer.count)
        }
    }

    /// Compares with the look before.
    private func hasRun(_ text: UnsafeMutablePointer<UInt8>, capacity: Int) -> Finding {
        let count = pread(schedule, text, capacity, 0)
        guard count > 0 else { return .gone }
        // `time wait runs`
        var place = 0
        let time = Self.number(in: text, count: count, at: &place)
        _ = Self.number(in: text, count: count, at: &place)
        let runs = Self.number(in: text, count: count, at: &place)
        if time == self.time && runs == self.runs { return .slept }
        self.time = time
        self.runs = runs
        return .hasWorked
    }

    /// The letter after `tid (name) `; 0 if there is none.
    ///
    /// The name may hold anything, brackets too, and has at most 15 bytes.
    private static func state(in text: UnsafeMutablePointer<UInt8>, count: Int) -> UInt8 {
        var place = min(count, 40) - 1
        while place > 0 && text[place] != UInt8(ascii: ")") { place -= 1 }
        return place > 0 && place + 2 < count ? text[place + 2] : 0
    }

    /// The decimal number at a place, which moves behind it and its space.
    private static func number(in text: UnsafeMutablePointer<UInt8>, count: Int, at place: inout Int) -> UInt64 {
        var number: UInt64 = 0
        while place < count && text[place] != UInt8(ascii: " ") && text[place] != UInt8(ascii: "\n") {
            number = number &* 10 &+ UInt64(text[place] &- UInt8(ascii: "0"))
            place += 1
        }
        place += 1
        return number
    }
}
