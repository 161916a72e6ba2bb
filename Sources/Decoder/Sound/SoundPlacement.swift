import CLibAV
import Frames
import LibAV

/// Where the frames of a sound belong, by their presentation times.
///
/// Sample 0 is at the file's start, as its pictures are. What no frame covers is silence; of what two cover, the second
/// is left out.
struct SoundPlacement {
    /// Corrections of one kind.
    struct Tally {
        fileprivate(set) var count = 0
        fileprivate(set) var samples = 0

        fileprivate mutating func add(_ length: Int, isRest: Bool) {
            if !isRest || count == 0 { count += 1 }
            samples += length
        }
    }

    /// Times without sound, after the first sample.
    private(set) var holes = Tally()
    /// Times that two frames cover.
    private(set) var overlaps = Tally()
    /// The number of samples before the first one; negative if the file's start is after that.
    private(set) var lead: Int?

    private let base: AVRational
    private let sampleRate: Int
    private let leaps: Bool
    private let isPlaced: Bool
    /// Whether frames follow each other, so that only the first one's time counts.
    private let isContinuous: Bool
    /// The samples before the sound that the file states, where they have negative times.
    private let priming: Int
    /// The sample up to which ``fineTolerance`` holds.
    private var settlement = 0
    /// The time of sample 0, in ``base``.
    private var origin: Int64?

    /// Places a stream's frames.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - input: The file. Its start is that of its pictures or of one of its sound tracks, whichever is first.
    ///   - sampleRate: Samples per second.
    init(of stream: UnsafePointer<AVStream>, in input: borrowing InputFormat, sampleRate: Int) {
        base = unsafe stream.pointee.time_base
        self.sampleRate = sampleRate
        leaps = input.timesMayLeap
        isPlaced = input.storesTimes
        // AVI states when a stream begins. Later times are computed from bytes, for some codecs wrongly.
        isContinuous = input.demuxer == "avi"
        priming =
            unsafe stream.pointee.start_time < 0 ? Int(max(0, stream.pointee.codecpar.pointee.initial_padding)) : 0
        // What is alone in its file begins with its first sample.
        let isAlone = unsafe input.pictures == nil && input.sounds.count == 1
        origin = unsafe isAlone ? nil : input.startTime(of: stream)
    }

    /// Returns the number of silent samples that come before a frame; if negative, of its first samples that are left
    /// out.
    ///
    /// - Parameters:
    ///   - time: The frame's time in the stream's time base; `nil` if it follows the one before.
    ///   - place: The sample at which it would begin without a correction.
    mutating func correction(forFrameAt time: Int64?, place: Int) -> Int {
        // A file may state anything.
        guard isPlaced, let time, base.num > 0, base.den > 0, abs(time / 2) < Self.farthest else { return 0 }
        let origin = self.origin ?? time - ticks(place)
        self.origin = origin
        let distance = samples(time &- origin)
        guard abs(distance / 2) < Self.farthest else { return 0 }
        let difference = distance - place
        if lead == nil {
            // Files round times to their time base, and writers of Matroska disagree on whether times of blocks include
            // the priming, which is not played.
            let slack = samples(1) + 1
            lead = (-(slack + priming)...slack).contains(difference) ? 0 : difference
            return lead ?? 0
        }
        guard !isContinuous else { return 0 }
        // A hole or an overlap may come in parts.
        let isRest = place < settlement
        let tolerance = isRest ? Self.fineTolerance : Self.tolerance
        guard abs(difference) > max(sampleRate * tolerance / 1000, 2 * samples(1)) else { return 0 }
        guard difference > -sampleRate / 2, difference < Self.longestHole(leaps) * sampleRate else {
            self.origin = time - ticks(place)
            return 0
        }
        settlement = place + max(0, difference) + sampleRate
        if difference > 0 {
            holes.add(difference, isRest: isRest)
        } else {
            overlaps.add(-difference, isRest: isRest)
        }
        return difference
    }

    /// A sentence about the corrections, for the user; `nil` if there were none.
    ///
    /// - Parameter path: The file.
    func warning(of path: String) -> String? {
        func text(_ tally: Tally, _ noun: String) -> String? {
            guard tally.count > 0 else { return nil }
            let length = Duration.seconds(Double(tally.samples) / Double(sampleRate))
            return "\(tally.count) \(noun)\(tally.count == 1 ? "" : "s") of \(length.text)"
        }
        let parts = [
            text(holes, "hole").map { "\($0), which \(holes.count == 1 ? "is" : "are") silent" },
            text(overlaps, "overlap").map { "\($0), which \(overlaps.count == 1 ? "was" : "were") trimmed" },
        ].compactMap(\.self)
        guard !parts.isEmpty else { return nil }
        return "The sound of '\(path)' has \(parts.joined(separator: ", and ")): its times say so, or it is damaged."
    }

    /// How much a time may differ from the end of the frame before, in milliseconds: less than the shortest usual
    /// frame has, 20 ms of Opus, and more than times are off that were computed from bytes.
    private static let tolerance = 15
    /// The same for a second after a correction.
    private static let fineTolerance = 2

    /// A time beyond all that are meant, of which sums still are numbers.
    private static let farthest = 1 << 60

    /// How far, in seconds, a frame may be from the one before.
    ///
    /// Beyond that, and half a second back, times begin anew, as where two files were joined.
    private static func longestHole(_ leaps: Bool) -> Int { leaps ? 10 : 86_400 }

    private func samples(_ ticks: Int64) -> Int {
        Int(av_rescale_q(ticks, base, AVRational(num: 1, den: CInt(sampleRate))))
    }

    private func ticks(_ samples: Int) -> Int64 {
        av_rescale_q(Int64(samples), AVRational(num: 1, den: CInt(sampleRate)), base)
    }
}
