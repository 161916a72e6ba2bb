import Encoder
package import Frames

/// The frames of a timeline that an output shows, in order.
struct FrameSelection: Sendable, Equatable {
    private enum Kind: Equatable {
        /// A range of frames, `whole` for each `part` of the output's.
        case range(Range<Int>, whole: Int128, part: Int128)
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
        // The ratio of the timeline's frame rate to the output's, as a fraction.
        let whole = Int128(timeline.numerator) * Int128(output.denominator)
        let part = Int128(output.numerator) * Int128(timeline.denominator)
        kind = .range(range, whole: whole, part: part)
        count = range.isEmpty ? 0 : max(1, Int((Int128(range.count) * part + whole / 2) / whole))
    }

    /// Selects single frames; duplicates are dropped.
    init(_ frames: [Int]) {
        let frames = Set(frames).sorted()
        kind = .single(frames)
        count = frames.count
    }

    /// Whether this selection has all frames of another one; `false` also if that is not known without comparing each.
    func contains(_ other: FrameSelection) -> Bool {
        if self == other || other.count == 0 { return true }
        guard case .range(let range, let whole, let part) = kind, whole == part else { return false }
        return range.contains(other.frame(at: 0)) && range.contains(other.frame(at: other.count - 1))
    }

    /// The timeline frame that a picture shows.
    ///
    /// - Parameter index: The picture's index, from 0 and below ``count``.
    func frame(at index: Int) -> Int {
        switch kind {
        case .single(let frames): return frames[index]
        case .range(let range, let whole, let part):
            return range.lowerBound + min(range.count - 1, Int(Int128(index) * whole / part))
        }
    }
}

extension PlannedOutput {
    /// The output's frame rate: the requested one or the timeline's, limited to what players of the format support.
    package func frameRate(in plan: TimelinePlan) -> FrameRate {
        let rate = frameRate ?? plan.frameRate
        guard kind == .movie, let most = MovieContainer(fileName: path)?.highestFrameRate,
            let highest = FrameRate(numerator: most), rate.isAbove(highest)
        else { return rate }
        return highest
    }

    /// The frames of a timeline that the output shows.
    ///
    /// - Parameter rate: Frames per second (default: the output's).
    func selection(of plan: TimelinePlan, at rate: FrameRate? = nil) -> FrameSelection {
        FrameSelection(frames ?? 0..<plan.frameCount, of: plan.frameRate, at: rate ?? frameRate)
    }
}
