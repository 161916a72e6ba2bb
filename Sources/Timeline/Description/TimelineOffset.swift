import Frames
import Notation

/// A time from the first frame of a clip or sound, as a description states it; negative before it.
struct TimelineOffset {
    /// The distance from the first frame.
    let distance: TimelineTime
    /// Whether the time is before the first frame.
    let isNegative: Bool

    /// Reads a time like those of ``TimelineTime``, with a minus sign before the first frame.
    init?(_ text: String) {
        isNegative = text.hasPrefix("-")
        guard let distance = TimelineTime(isNegative ? String(text.dropFirst()) : text) else { return nil }
        self.distance = distance
    }

    /// The time in frames, to the nearest.
    func frames(at rate: FrameRate) -> Int { (isNegative ? -1 : 1) * distance.frames(at: rate) }

    /// The time in samples of the timeline's sound, to the nearest.
    func samples(at rate: FrameRate) -> Int { (isNegative ? -1 : 1) * distance.samples(at: rate) }

    /// The time in seconds.
    func seconds(at rate: FrameRate) -> Double { (isNegative ? -1 : 1) * distance.duration(at: rate).inSeconds }
}

extension Fields {
    /// A time from the first frame, with its line.
    func offset(_ key: String) throws -> Written<TimelineOffset>? {
        try written(key, Form("\(Form.timelineTime), negative before the clip") { TimelineOffset($0) })
    }
}
