private import Frames

/// How far a batch is.
package struct BatchProgress: Sendable, Equatable {
    /// The rows that the run has to record.
    package let planned: Int
    /// The rows recorded in this run.
    package private(set) var recorded: Int
    /// The rows that failed in this run.
    package private(set) var failed: Int
    /// The rows that are over, one way or the other.
    package var over: Int { recorded + failed }

    package init(planned: Int, recorded: Int = 0, failed: Int = 0) {
        self.planned = planned
        self.recorded = recorded
        self.failed = failed
    }

    /// Counts a row.
    package mutating func add(isRecorded: Bool) { if isRecorded { recorded += 1 } else { failed += 1 } }

    /// Videos per minute in this run.
    package func rate(after time: Duration) -> Double { time > .zero ? Double(over) * 60 / time.inSeconds : 0 }

    /// How long the rest will take, judged by the rows so far; `nil` before the first.
    package func timeLeft(after time: Duration) -> Duration? {
        over > 0 ? time * Double(planned - over) / Double(over) : nil
    }
}
