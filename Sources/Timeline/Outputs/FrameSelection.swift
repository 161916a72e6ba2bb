import Frames

/// The frames of a timeline that an output shows, in order.
struct FrameSelection: Sendable, Equatable {
    private enum Kind: Equatable {
        /// A range of frames, sampled at the output's frame rate.
        case range(Range<Int>, timeline: FrameRate, output: FrameRate)
        /// Single frames, ascending and without duplicates.
        case single([Int])
    }

    private let kind: Kind
    /// The number of pictures in the output.
    let count: Int

    /// Selects all frames of a range, at the same or a lower frame rate.
    ///
    /// At a lower rate, each picture is the one that the timeline shows at that time. The length is
    /// the same to the nearest frame.
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

    /// Selects single frames; duplicates are dropped.
    init(_ frames: [Int]) {
        let frames = Set(frames).sorted()
        kind = .single(frames)
        count = frames.count
    }

    /// The timeline frame that a picture shows.
    ///
    /// - Parameter index: The picture's index, from 0 and below ``count``.
    func frame(at index: Int) -> Int {
        switch kind {
        case .single(let frames): return frames[index]
        case .range(let range, let timeline, let output):
            guard timeline != output else { return range.lowerBound + index }
            let (whole, part) = Self.ratio(from: timeline, to: output)
            return range.lowerBound + min(range.count - 1, Int(Int128(index) * whole / part))
        }
    }

    /// The ratio of the timeline's frame rate to the output's, as a fraction.
    private static func ratio(from timeline: FrameRate, to output: FrameRate) -> (Int128, Int128) {
        (
            Int128(timeline.numerator) * Int128(output.denominator),
            Int128(output.numerator) * Int128(timeline.denominator)
        )
    }
}
