/// The 4 ms grid to which WebKitGTK 2.52 aligns nested timers from the tenth call on (DOMTimer.cpp,
/// alignedFireTime).
///
/// The grid's origin is random, in real time too. The displayed times are not multiples of the
/// interval, but must lie on the grid, and must be the last ones before the frame.
enum TimerGrid {
    private static let pitch = 4
    private static let freeTimers = 10
    /// The most milliseconds by which a timer is late: it comes at the next grid point after its interval, or at the
    /// one after that if the reading was exactly on a point.
    static let mostLate = Double(2 * pitch)

    /// The frames whose last timer was on the grid, with its time and number.
    private static func aligned(_ times: [Int?], _ counts: [Int?]) -> [(frame: Int, time: Int, count: Int)] {
        zip(times, counts).enumerated().compactMap { frame, pair in
            guard let time = pair.0, let count = pair.1, count > freeTimers else { return nil }
            return (frame, time, count)
        }
    }

    /// Whether the timers of a chain are later than requested, as they are with a grid.
    static func isSeen(in times: [Int?], _ counts: [Int?], length: Double) -> Bool {
        let timers = aligned(times, counts)
        guard let first = timers.first, let last = timers.last, last.count > first.count else { return false }
        return Double(last.time - first.time) > length * Double(last.count - first.count) + 1
    }

    /// The frames that do not show the last timer before them.
    static func faults(in times: [Int?], _ counts: [Int?], length: Double, rate: Double) -> [String] {
        let timers = aligned(times, counts)
        guard let origin = timers.first else { return ["no timer is on the grid"] }
        let longest = Int(length + mostLate)
        return times.indices.compactMap { frame in
            let time = Double(frame) * 1000 / rate
            guard let shown = times[frame], let count = counts[frame] else { return "frame \(frame) cannot be read" }
            guard Double(shown) <= time + 1e-6, Double(shown) > time - Double(longest) else {
                return "frame \(frame), at \(time) ms, shows a timer of \(shown) ms"
            }
            guard count > freeTimers else { return nil }
            let passed = shown - origin.time
            let number = count - origin.count
            guard passed % pitch == 0, passed >= Int(length) * number, passed <= longest * number else {
                return "frame \(frame) shows timer \(count) at \(shown) ms, \(passed) ms after timer \(origin.count)"
            }
            return nil
        }
    }
}
