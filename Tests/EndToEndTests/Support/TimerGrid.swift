/// The grid of 4 ms to which WebKitGTK from 2.52 on moves the timers of a document from the tenth of a chain on
/// (DOMTimer.cpp, alignedFireTime); where the grid begins is random.
///
/// It does so in real time too. What the timers of such an engine show is no multiple of their length, but the time that
/// they read must be on the grid, and of the last of them that came before the frame.
enum TimerGrid {
    private static let pitch = 4
    private static let freeTimers = 10

    /// The frames whose last timer was on the grid, with the time that it read and its number.
    private static func aligned(_ times: [Int?], _ counts: [Int?]) -> [(frame: Int, time: Int, count: Int)] {
        zip(times, counts).enumerated().compactMap { frame, pair in
            guard let time = pair.0, let count = pair.1, count > freeTimers else { return nil }
            return (frame, time, count)
        }
    }

    /// Whether the timers of a chain take longer than they are to take: an engine without the grid has each of them
    /// come after its own length.
    static func isSeen(in times: [Int?], _ counts: [Int?], length: Double) -> Bool {
        let timers = aligned(times, counts)
        guard let first = timers.first, let last = timers.last, last.count > first.count else { return false }
        return Double(last.time - first.time) > length * Double(last.count - first.count) + 1
    }

    /// The frames that show another timer than the last one before them.
    static func faults(in times: [Int?], _ counts: [Int?], length: Double, rate: Double) -> [String] {
        let timers = aligned(times, counts)
        guard let origin = timers.first else { return ["no timer is on the grid"] }
        // The next point of the grid after the length, or the one after that when the reading was on a point itself.
        let longest = Int(length) + 2 * pitch
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
