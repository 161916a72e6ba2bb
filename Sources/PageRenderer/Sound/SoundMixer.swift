internal import CPageClock
private import Glibc

/// Mixes a page's streams into the sound of a recording.
///
/// Each sample has a position: its index from the recording's start on the page's clock, which
/// pauses of the recording do not stop. At a pause, the sound before and after it is cross-faded
/// for 5 ms. Times are nanoseconds of the page's monotonic clock.
struct SoundMixer {
    /// Samples of one stream at a position.
    private struct Piece {
        let stream: UInt32
        let position: Int
        var samples: [Float]
        var end: Int { position + samples.count / 2 }
    }

    /// A part of the recording without a pause.
    private struct Span {
        /// Where the span begins and ends on the page's clock; no end while it runs.
        let start: Int
        var end: Int?
        /// The index of the span's first sample in the recording.
        let recordingStart: Int
    }

    /// The recording's start; `nil` until then.
    private var origin: Int64?
    /// The sound before the recording's start, which may last beyond it.
    private var early: [SoundBlock] = []
    private var pieces: [Piece] = []
    private var spans: [Span] = []
    /// The position after each stream's last sample.
    private var ends: [UInt32: Int] = [:]
    /// Samples rendered so far.
    private var rendered = 0
    /// The streams that are heard in the recording.
    private(set) var heardStreams: Set<UInt32> = []
    /// Samples that came too late to be rendered.
    private(set) var lateSamples = 0

    /// Samples per second.
    private static let rate = Int(PAGE_SOUND_RATE)
    /// The length of the cross-fade at a pause: 5 ms.
    static let fade = rate / 200
    /// How far a stream's time stamp may be from the end of its last samples, 1 ms, to continue them
    /// without a gap or an overlap.
    private static let tolerance = rate / 1000
    /// How far from the present the page may place its sound.
    private static let reach: UInt64 = 10_000_000_000
    /// The maximum number of pieces that wait: 32 MB.
    private static let mostPieces = 16_384

    /// Whether a block is close enough to the present to be meant.
    static func isNear(_ block: SoundBlock, _ now: Int64) -> Bool { (block.start &- now).magnitude < reach }

    // MARK: The recording

    /// Starts the recording.
    mutating func start(at time: Int64) {
        origin = time
        spans = [Span(start: 0, end: nil, recordingStart: 0)]
        for block in early { place(block) }
        early = []
    }

    /// Excludes the time from here on.
    mutating func pause(at time: Int64) {
        guard let last = spans.indices.last, spans[last].end == nil else { return }
        spans[last].end = max(spans[last].start, position(of: time))
    }

    /// Continues after a pause.
    mutating func resume(at time: Int64) {
        guard let last = spans.last, let end = last.end else { return }
        spans.append(
            Span(
                start: max(end, position(of: time)), end: nil,
                recordingStart: last.recordingStart + end - last.start))
    }

    // MARK: Samples

    /// Adds samples of the page.
    ///
    /// - Parameter now: The page's time.
    mutating func add(_ blocks: [SoundBlock], now: Int64) {
        for block in blocks where Self.isNear(block, now) {
            guard pieces.count + early.count < Self.mostPieces else {
                lateSamples += block.count
                continue
            }
            if origin == nil { early.append(block) } else { place(block) }
        }
        guard origin == nil else { return }
        // A recording starts at the present or just before it.
        early.removeAll { $0.start + Int64($0.count) * 1_000_000_000 / Int64(Self.rate) < now - 1_000_000_000 }
    }

    /// Renders the recording up to a time of the page.
    ///
    /// - Parameter time: Until when the page's sound is complete.
    /// - Returns: The sound, in order and without its silent parts. The last run ends where the rendered
    ///   sound does, if anything was rendered.
    mutating func render(upTo time: Int64) -> [SoundRun] {
        guard origin != nil else { return [] }
        let limit = position(of: time)
        let before = rendered
        var runs: [SoundRun] = []
        for index in spans.indices {
            let span = spans[index]
            let length = max(0, min(limit, span.end ?? limit) - span.start)
            while rendered < span.recordingStart + length {
                let count = min(span.recordingStart + length - rendered, Self.rate)
                let start = span.start + rendered - span.recordingStart
                var samples = mix(start..<start + count)
                if index > 0 { fadeIn(&samples, at: start, of: span, after: spans[index - 1]) }
                if samples.contains(where: { $0 != 0 }) {
                    runs.append(SoundRun(position: rendered, samples: samples))
                }
                rendered += count
            }
        }
        forget(before: limit)
        if rendered > before, runs.last?.end != rendered { runs.append(SoundRun(position: rendered, samples: [])) }
        return runs
    }

    /// Cross-fades from the sound that went on after a pause began, at equal power.
    private mutating func fadeIn(_ samples: inout [Float], at start: Int, of span: Span, after previous: Span) {
        let past = start - span.start
        guard past < Self.fade, let end = previous.end else { return }
        let count = min(Self.fade - past, samples.count / 2)
        let falling = mix(end + past..<end + past + count)
        for index in 0..<count {
            let angle = (Float(past + index) + 0.5) / Float(Self.fade) * .pi / 2
            let (rise, fall) = (sinf(angle), cosf(angle))
            for place in 2 * index...2 * index + 1 {
                samples[place] = samples[place] * rise + falling[place] * fall
            }
        }
    }

    /// Adds up all streams.
    ///
    /// The streams arrive in any order. Sums of whole numbers do not depend on it.
    private mutating func mix(_ range: Range<Int>) -> [Float] {
        var sum = [Int64](repeating: 0, count: 2 * range.count)
        for piece in pieces where piece.position < range.upperBound && piece.end > range.lowerBound {
            let part = range.clamped(to: piece.position..<piece.end)
            let (to, from) = (2 * (part.lowerBound - range.lowerBound), 2 * (part.lowerBound - piece.position))
            for index in 0..<2 * part.count { sum[to + index] &+= Int64(piece.samples[from + index] * Self.fullScale) }
            if !heardStreams.contains(piece.stream),
                piece.samples[from..<from + 2 * part.count].contains(where: { $0 != 0 })
            {
                heardStreams.insert(piece.stream)
            }
        }
        return sum.map { Float($0) / Self.fullScale }
    }

    /// The whole number for full scale; exact down to -240 dB, and with room for thousands of streams.
    private static let fullScale: Float = 0x1p40

    private mutating func place(_ block: SoundBlock) {
        var position = position(of: block.start)
        guard block.count > 0 else { return cut(block.stream, at: position) }
        if let end = ends[block.stream], abs(position - end) <= Self.tolerance { position = end }
        ends[block.stream] = position + block.count
        if let span = spans.last, span.end == nil {
            let isDue = span.start + rendered - span.recordingStart
            lateSamples += max(0, min(isDue, position + block.count) - max(position, span.start))
        }
        pieces.append(Piece(stream: block.stream, position: position, samples: block.samples))
    }

    /// Removes the samples of a stream from a position on.
    private mutating func cut(_ stream: UInt32, at position: Int) {
        ends[stream] = nil
        for index in pieces.indices where pieces[index].stream == stream && pieces[index].end > position {
            pieces[index].samples.removeLast(2 * (pieces[index].end - max(position, pieces[index].position)))
        }
        pieces.removeAll(where: \.samples.isEmpty)
    }

    /// Removes what is no longer needed once the recording is rendered up to a position.
    private mutating func forget(before limit: Int) {
        guard let last = spans.last else { return }
        // The sound just after a pause began is needed when it ends.
        var faded: Range<Int>?
        if let end = last.end {
            faded = end..<end + Self.fade
        } else if spans.count > 1, rendered < last.recordingStart + Self.fade, let end = spans[spans.count - 2].end {
            faded = end..<end + Self.fade
        }
        let bound = last.end == nil ? last.start + rendered - last.recordingStart : limit
        pieces.removeAll { piece in
            piece.end <= bound && !(faded.map { $0.overlaps(piece.position..<piece.end) } ?? false)
        }
        while spans.count > 1, rendered >= spans[1].recordingStart + Self.fade { spans.removeFirst() }
        ends = ends.filter { $0.value > limit - Self.rate }
    }

    private func position(of time: Int64) -> Int {
        let product = Int128(time - (origin ?? time)) * Int128(Self.rate)
        // Rounded to nearest, also before the start.
        return Int((2 * product + 1_000_000_000).quotientRoundedDown(by: 2_000_000_000))
    }
}

extension Int128 {
    fileprivate func quotientRoundedDown(by divisor: Int128) -> Int128 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}

/// Consecutive samples of one of the page's streams.
struct SoundBlock: Sendable {
    /// The number of the stream.
    let stream: UInt32
    /// When the first sample is to be heard, in nanoseconds of the page's monotonic clock.
    let start: Int64
    /// Finite samples, left and right in turn; empty if the stream's earlier samples from `start` on are
    /// not heard.
    let samples: [Float]

    /// Samples per channel.
    var count: Int { samples.count / 2 }
}

/// Consecutive samples of a recording's sound.
package struct SoundRun: Sendable, Equatable {
    /// The index of the first sample, from the recording's start.
    package let position: Int
    /// The samples at 48 kHz, left and right in turn; empty if the sound up to the position is silent.
    package let samples: [Float]

    /// The index after the last sample.
    var end: Int { position + samples.count / 2 }
}
