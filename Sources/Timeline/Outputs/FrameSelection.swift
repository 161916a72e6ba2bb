import Frames

/// Which frames of a timeline an output shows, in order.
struct FrameSelection: Sendable, Equatable {
    private enum Kind: Equatable {
        /// Frames at a rate, of a range of the timeline's.
        case range(Range<Int>, timeline: FrameRate, output: FrameRate)
        /// Single frames, ascending, each once.
        case single([Int])
    }

    private let kind: Kind
    /// How many pictures the output has.
    let count: Int

    /// All frames of a range, at the same or a lower rate.
    ///
    /// At a lower one, each picture is the one that the timeline shows at its
    /// time, and the length is the same to the nearest frame.
    init(_ range: Range<Int>, of timeline: FrameRate, at output: FrameRate? = nil) {
        let output = output ?? timeline
        kind = .range(range, timeline: timeline, output: output)
        if output == timeline {
            count = range.count
        } else {
            let (whole, part) = Self.ratio(from: timeline, to: output)
            count = max(1, Int((Int128(range.count) * part + whole / 2) / whole))
        }
    }

    /// Single frames; those that are named more than once come once.
    init(_ frames: [Int]) {
        let frames = Set(frames).sorted()
        kind = .single(frames)
        count = frames.count
    }

    /// The timeline's frame that a picture shows.
    ///
    /// - Parameter index: From 0, below ``count``.
    func frame(at index: Int) -> Int {
        switch kind {
        case .single(let frames): return frames[index]
        case .range(let range, let timeline, let output):
            guard timeline != output else { return range.lowerBound + index }
            let (whole, part) = Self.ratio(from: timeline, to: output)
            return range.lowerBound + min(range.count - 1, Int(Int128(index) * whole / part))
        }
    }

    /// Frames of the timeline, and of the output, in the same time.
    private static func ratio(from timeline: FrameRate, to output: FrameRate) -> (Int128, Int128) {
        (
            Int128(timeline.numerator) * Int128(output.denominator),
            Int128(output.numerator) * Int128(timeline.denominator)
        )
    }
}
