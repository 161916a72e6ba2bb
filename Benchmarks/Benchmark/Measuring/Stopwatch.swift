import Frames
import Recorder

/// Wall time and CPU time, in seconds.
struct Seconds: Codable {
    var wall = 0.0
    var processor = 0.0

    static func + (left: Seconds, right: Seconds) -> Seconds {
        Seconds(wall: left.wall + right.wall, processor: left.processor + right.processor)
    }
}

/// Measures the time that this process uses.
struct Stopwatch {
    private let began = ContinuousClock.now
    private let processorBefore = ProcessorUse.ofThisProcess

    /// The time since the start.
    var elapsed: Seconds {
        Seconds(
            wall: began.duration(to: .now).inSeconds, processor: ProcessorUse.ofThisProcess - processorBefore)
    }
}
