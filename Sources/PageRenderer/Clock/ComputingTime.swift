internal import EngineLink

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
