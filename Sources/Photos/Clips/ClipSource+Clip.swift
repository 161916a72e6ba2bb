import CLibAV
import Decoder
import Encoder
package import Files
import Frames
import LibAV

extension ClipSource {
    /// Finds the pictures that a part of the movie begins and ends with, those
    /// that are nearest to what was asked for, and its still.
    ///
    /// - Throws: ``FileError/Code/invalidSettings`` for a part or a still
    ///   outside the movie, ``FileError/Code/unreadableInput`` for a movie
    ///   without a picture.
    package func clip(_ range: ClipRange) throws(FileError) -> Clip {
        let length = duration
        guard range.from < length || range.from == .zero else {
            throw FileError(
                .invalidSettings,
                "“\(movie.path)” is \(Self.seconds(length)) long; nothing begins at \(Self.seconds(range.from)).")
        }
        let scan = try scan(from: range.from, to: range.duration.map { range.from + $0 })
        let times = scan.times
        guard let last = times.last else { throw movie.unreadable("it has no pictures") }
        let first = Self.nearest(to: origin + units(range.from), in: times[...]) ?? 0
        let boundaries = times + [max(scan.end, last + 1)]
        let end =
            range.duration.flatMap { Self.nearest(to: origin + units(range.from + $0), in: boundaries[(first + 1)...]) }
            ?? boundaries.count - 1
        let (startTime, endTime) = (times[first], boundaries[end])
        let target: Int64
        if let still = range.still {
            target = startTime + units(still)
            guard target < endTime else {
                let clip = Duration.nanoseconds(
                    av_rescale_q(endTime - startTime, pictures.pointee.time_base, Self.nanoseconds))
                throw FileError(
                    .invalidSettings,
                    "The still is to be at \(Self.seconds(still)), but the clip is \(Self.seconds(clip)) long; "
                        + "the still's time counts from the clip's beginning.")
            }
        } else {
            target = startTime + (endTime - startTime) / 2
        }
        let still = times[Self.nearest(to: target, in: times[first..<end]) ?? first]
        let keyframe = scan.keyframes.last { $0 <= startTime } ?? startTime
        return Clip(
            origin: origin, start: startTime, end: endTime, still: still, keyframe: keyframe,
            unit: pictures.pointee.time_base,
            frames: end - first,
            movieTimeScale: Clip.timeScale(
                for: [endTime - startTime, still - startTime], unit: pictures.pointee.time_base, among: timeScales))
    }

    /// When the movie's first picture is shown.
    private var origin: Int64 {
        let start = pictures.pointee.start_time
        return start == Self.noTime ? 0 : max(0, start)
    }

    /// What a movie's index may count in, the best first.
    private var timeScales: [Int] {
        let unit = pictures.pointee.time_base
        var scales = [600, SoundFormat.movieSampleRate, Int(unit.den)]
        // With sound its samples are to be whole numbers as well.
        if sound != nil { scales.removeFirst() }
        if let rate = movie.input.frameRate(of: pictures) { scales.insert(MovieFile.movieTimeScale(for: rate), at: 1) }
        return scales
    }
}

// MARK: - Pictures' times

extension ClipSource {
    /// The times of a part's pictures, in ascending order.
    private struct Scan {
        /// When each is shown.
        var times: [Int64] = []
        /// When those are shown that can be decoded by themselves.
        var keyframes: [Int64] = []
        /// When the last one gives way.
        var end = Int64.min
    }

    /// Reads the times of the pictures of a part, and of some around it; ends
    /// early when the task is cancelled.
    ///
    /// They take a small part of the memory of libavformat's own index.
    private func scan(from: Duration, to end: Duration?) throws(FileError) -> Scan {
        let (start, end) = (origin + units(from), end.map { origin + units($0) })
        // The file's index counts in the order of decoding: the picture that
        // is found there may be shown later than it is asked for.
        seek(to: start - units(.seconds(1)))
        var scan = try read(until: end)
        if scan.keyframes.first.map({ $0 > start }) ?? true {
            seek(to: .min)
            scan = try read(until: end)
        }
        scan.times.sort()
        scan.keyframes.sort()
        return scan
    }

    private func read(until end: Int64?) throws(FileError) -> Scan {
        var scan = Scan()
        do throws(LibAVError) {
            let packet = try Packet.allocate()
            while !Task.isCancelled {
                guard try movie.input.readSoundly(into: packet) else {
                    try checkLength(scan)
                    break
                }
                defer { packet.clear() }
                let raw = packet.raw.pointee
                guard packet.stream == Int(pictures.pointee.index), raw.pts != Self.noTime else { continue }
                if raw.flags & AV_PKT_FLAG_KEY != 0 { scan.keyframes.append(raw.pts) }
                // Decoded for the others' sake, but not shown.
                guard raw.flags & AV_PKT_FLAG_DISCARD == 0 else { continue }
                scan.times.append(raw.pts)
                scan.end = max(scan.end, raw.pts + raw.duration)
                // The next picture after the end is the other candidate for
                // it; no later packet is shown before its time of decoding.
                if let end, raw.dts != Self.noTime, raw.dts > end { break }
            }
        } catch {
            throw movie.unreadable("it breaks off", cause: error)
        }
        return scan
    }

    /// Finds out whether a file that was read to its end is as long as it
    /// says.
    ///
    /// Few kinds of files break off with an error. What MP4 says is the
    /// pictures' own length but for an edit; what Matroska says may be that of
    /// the sound, which can go on a little.
    private func checkLength(_ scan: Scan) throws(LibAVError) {
        let stated = origin + units(duration)
        guard scan.times.isEmpty || scan.end + units(movie.input.isMP4 ? .milliseconds(200) : .seconds(1)) >= stated
        else {
            throw LibAVError(code: recorder_averror_invalid_data(), function: "av_read_frame")
        }
    }

    /// Goes to the last picture at or before a time that can be decoded by
    /// itself; where that cannot be done, and before all times, to the
    /// beginning.
    func seek(to time: Int64) {
        let raw = movie.input.raw
        if time != .min, av_seek_frame(raw, pictures.pointee.index, time, AVSEEK_FLAG_BACKWARD) >= 0 { return }
        if avformat_seek_file(raw, -1, .min, .min, .max, 0) < 0 { LibAVLog.shared.forget() }
    }

    /// A length of time as the stream of pictures counts it.
    private func units(_ time: Duration) -> Int64 {
        av_rescale_q(Int64(time.wholeNanoseconds), Self.nanoseconds, pictures.pointee.time_base)
    }

    private static let nanoseconds = AVRational(num: 1, den: 1_000_000_000)

    /// AV_NOPTS_VALUE, which Swift does not import.
    static let noTime = Int64.min

    /// The place of the time that is nearest to one, the earlier of two.
    private static func nearest(to target: Int64, in times: ArraySlice<Int64>) -> Int? {
        times.indices.min { (times[$0] - target).magnitude < (times[$1] - target).magnitude }
    }

    private static func seconds(_ time: Duration) -> String {
        let milliseconds = time.wholeNanoseconds / 1_000_000
        let fraction = milliseconds % 1000
        guard fraction != 0 else { return "\(milliseconds / 1000) s" }
        return "\(milliseconds / 1000).\(String(1000 + fraction).dropFirst()) s"
    }
}
