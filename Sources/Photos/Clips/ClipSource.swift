import CLibAV
import Decoder
import Encoder
package import Files
package import Frames
import LibAV

/// A movie from which clips and stills are taken.
///
/// Use from one thread at a time.
@safe package final class ClipSource {
    let movie: StoredMovie
    let pictures: UnsafePointer<AVStream>
    let sound: UnsafePointer<AVStream>?

    /// Opens a movie.
    ///
    /// - Throws: ``FileError/Code/unreadableInput`` if the file is not a video, has no
    ///   pictures, or is already part of a Live Photo.
    package init(path: String) throws(FileError) {
        movie = try StoredMovie(path: path, examinesStreams: true)
        guard let pictures = unsafe movie.input.pictures, let parameters = unsafe pictures.pointee.codecpar,
            unsafe parameters.pointee.width > 0, unsafe parameters.pointee.height > 0,
            unsafe pictures.pointee.time_base.num > 0
        else { throw movie.unreadable("it has no pictures") }
        unsafe self.pictures = pictures
        unsafe sound = movie.input.sound
        guard movie.input.tag("com.apple.quicktime.content.identifier").isEmpty else {
            throw FileError(
                .unreadableInput,
                "'\(path)' is the movie of a Live Photo already. Give the video that the Live Photo was made from.")
        }
    }

    /// libavcodec's name of the video codec, such as `h264`.
    package var pictureCodec: String { unsafe Self.codec(of: pictures) }

    /// libavcodec's name of the audio codec, such as `aac`; `nil` if there is no sound.
    package var soundCodec: String? { unsafe sound.map(Self.codec) }

    /// libavutil's name of the pixel format, such as `yuv420p`.
    package var pixelFormat: String {
        guard let parameters = unsafe pictures.pointee.codecpar else { return "" }
        return unsafe av_get_pix_fmt_name(AVPixelFormat(parameters.pointee.format)).map { unsafe String(cString: $0) }
            ?? ""
    }

    /// Whether the file is an MP4, as phones support it, rather than QuickTime or Matroska.
    package var isMP4: Bool { movie.input.isMP4 && !["", "qt  "].contains(movie.input.tag("major_brand")) }

    /// Whether the metadata reveals the page's address or the command.
    package var namesItsOrigin: Bool {
        ["comment", "description"].contains { !movie.input.tag($0).isEmpty }
    }

    /// The duration of the pictures.
    package var duration: Duration { unsafe movie.input.duration(of: pictures) }

    /// The file's length in bytes.
    package var bytes: Int { movie.bytes }

    private static func codec(of stream: UnsafePointer<AVStream>) -> String {
        unsafe stream.pointee.codecpar.map { unsafe String(cString: avcodec_get_name($0.pointee.codec_id)) } ?? ""
    }
}

extension ClipSource {
    /// Finds the pictures nearest to a clip's start, end and still.
    ///
    /// - Parameters:
    ///   - from: The start, in the movie's time.
    ///   - length: The duration; `nil` to extend to the movie's end.
    ///   - stillTime: The still's time from the start; `nil` for the middle.
    /// - Throws: ``FileError/Code/invalidSettings`` if the clip or the still lies outside the
    ///   movie, ``FileError/Code/unreadableInput`` if the movie has no pictures.
    func clip(from: Duration, length: Duration?, stillTime: Duration?) throws(FileError) -> Clip {
        guard from < duration || from == .zero else {
            throw FileError(
                .invalidSettings,
                "'\(movie.path)' is \(duration.text) long, so the clip cannot start at \(from.text).")
        }
        let scan = try scan(from: from, to: length.map { from + $0 })
        let times = scan.times
        guard let last = times.last else { throw movie.unreadable("it has no pictures") }
        let first = Self.nearest(to: origin + units(from), in: times[...]) ?? 0
        let boundaries = times + [max(scan.end, last + 1)]
        let end =
            length.flatMap { Self.nearest(to: origin + units(from + $0), in: boundaries[(first + 1)...]) }
            ?? boundaries.count - 1
        let (startTime, endTime) = (times[first], boundaries[end])
        let target: Int64
        if let stillTime {
            target = startTime + units(stillTime)
            guard target < endTime else {
                let clip = unsafe Duration.nanoseconds(
                    av_rescale_q(endTime - startTime, pictures.pointee.time_base, Self.nanoseconds))
                throw FileError(
                    .invalidSettings,
                    "The still is at \(stillTime.text), but the clip is \(clip.text) long; "
                        + "the still's time counts from the clip's start.")
            }
        } else {
            target = startTime + (endTime - startTime) / 2
        }
        let still = times[Self.nearest(to: target, in: times[first..<end]) ?? first]
        let keyframe = scan.keyframes.last { $0 <= startTime } ?? startTime
        return unsafe Clip(
            origin: origin, start: startTime, end: endTime, still: still, keyframe: keyframe,
            unit: pictures.pointee.time_base,
            frames: end - first,
            movieTimeScale: Clip.timeScale(
                for: [endTime - startTime, still - startTime], unit: pictures.pointee.time_base, among: timeScales))
    }

    /// The presentation time of the movie's first picture.
    private var origin: Int64 {
        let start = unsafe pictures.pointee.start_time
        return start == InputFormat.unknownTime ? 0 : max(0, start)
    }

    /// The candidates for the time scale of the index, best first.
    private var timeScales: [Int] {
        let unit = unsafe pictures.pointee.time_base
        var scales = [600, SoundFormat.movieSampleRate, Int(unit.den)]
        // With sound, its samples should be whole numbers as well.
        if unsafe sound != nil { scales.removeFirst() }
        if let rate = unsafe movie.input.frameRate(of: pictures) {
            scales.insert(MovieFile.movieTimeScale(for: rate), at: 1)
        }
        return scales
    }
}

// MARK: - Pictures' times

extension ClipSource {
    /// The presentation times of a range's pictures, in ascending order.
    private struct Scan {
        /// The time of each picture.
        var times: [Int64] = []
        /// The times of the keyframes.
        var keyframes: [Int64] = []
        /// The time at which the last picture ends.
        var end = Int64.min
    }

    /// Reads the presentation times of a range's pictures and of some around it.
    ///
    /// Needs a fraction of the memory of libavformat's own index. Ends early if the task is
    /// canceled.
    private func scan(from: Duration, to end: Duration?) throws(FileError) -> Scan {
        let (start, end) = (origin + units(from), end.map { origin + units($0) })
        // The file's index is in decoding order, so a picture found there may be presented
        // later than requested.
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
            let packet = try Packet()
            while !Task.isCancelled {
                guard try movie.input.readSoundly(into: packet) else {
                    try checkLength(scan)
                    break
                }
                defer { packet.clear() }
                let raw = unsafe packet.raw.pointee
                guard unsafe packet.stream == Int(pictures.pointee.index), unsafe raw.pts != InputFormat.unknownTime
                else {
                    continue
                }
                if unsafe raw.flags & AV_PKT_FLAG_KEY != 0 { unsafe scan.keyframes.append(raw.pts) }
                // Needed for decoding others, but not shown.
                guard unsafe raw.flags & AV_PKT_FLAG_DISCARD == 0 else { continue }
                unsafe scan.times.append(raw.pts)
                scan.end = unsafe max(scan.end, raw.pts + raw.duration)
                // The first picture after the end is the other candidate for it. Later packets
                // have later presentation times, because those are never before decoding times.
                if let end, unsafe raw.dts != InputFormat.unknownTime, unsafe raw.dts > end { break }
            }
        } catch {
            throw movie.unreadable("it is truncated", cause: error)
        }
        return scan
    }

    /// Checks that a file that was read to its end is as long as it states.
    ///
    /// Few formats report truncation as an error. MP4 states the pictures' own duration, except
    /// for edits; Matroska may state that of the sound, which can be slightly longer.
    private func checkLength(_ scan: Scan) throws(LibAVError) {
        let stated = origin + units(duration)
        guard scan.times.isEmpty || scan.end + units(movie.input.isMP4 ? .milliseconds(200) : .seconds(1)) >= stated
        else {
            throw LibAVError(code: recorder_averror_invalid_data(), function: "av_read_frame")
        }
    }

    /// Seeks to the last keyframe at or before a time.
    ///
    /// Seeks to the beginning if that fails or if the time is `.min`.
    func seek(to time: Int64) {
        let raw = unsafe movie.input.raw
        if time != .min, unsafe av_seek_frame(raw, pictures.pointee.index, time, AVSEEK_FLAG_BACKWARD) >= 0 { return }
        if unsafe avformat_seek_file(raw, -1, .min, .min, .max, 0) < 0 { LibAVLog.shared.forget() }
    }

    /// Converts a duration to the video stream's time base.
    private func units(_ time: Duration) -> Int64 {
        unsafe av_rescale_q(Int64(time.wholeNanoseconds), Self.nanoseconds, pictures.pointee.time_base)
    }

    private static let nanoseconds = AVRational(num: 1, den: 1_000_000_000)

    /// Returns the index of the nearest time, the earlier of two equally near.
    private static func nearest(to target: Int64, in times: ArraySlice<Int64>) -> Int? {
        times.indices.min { (times[$0] - target).magnitude < (times[$1] - target).magnitude }
    }
}

/// A part of a movie, from one whole picture to another, and its still.
///
/// Times are in the time base of the movie's video stream.
package struct Clip: Sendable {
    /// The movie's first presentation time, from which its times count.
    ///
    /// Not 0 in a Matroska file with sound.
    let origin: Int64
    /// The first picture's presentation time.
    let start: Int64
    /// The time at which the last picture ends.
    let end: Int64
    /// The still's presentation time.
    let still: Int64
    /// The presentation time of the last keyframe at or before the first picture.
    let keyframe: Int64
    /// The time base, in seconds.
    let unit: AVRational
    /// The number of pictures.
    package let frames: Int
    /// The time scale for the index of the clip's file, in units per second.
    ///
    /// The clip's duration and the still's time are whole numbers in it, or as close as
    /// possible.
    package let movieTimeScale: Int

    /// The clip's start in the movie.
    package var from: Duration { .nanoseconds(scaled(start - origin, to: 1_000_000_000)) }
    /// The clip's duration.
    package var duration: Duration { .nanoseconds(scaled(end - start, to: 1_000_000_000)) }
    /// The still's time, from the clip's start.
    package var stillTime: Duration { .nanoseconds(scaled(still - start, to: 1_000_000_000)) }
    /// The still's time in the movie, in microseconds.
    package var stillMicroseconds: Int { scaled(still, to: 1_000_000) }
    /// The still's time from the clip's start, in microseconds.
    package var stillMicrosecondsInClip: Int { scaled(still - start, to: 1_000_000) }
    /// The clip's duration, in units of ``movieTimeScale``.
    package var movieTicks: Int { scaled(end - start, to: movieTimeScale) }
    /// The still's time from the clip's start, in units of ``movieTimeScale``.
    package var stillTicks: Int { scaled(still - start, to: movieTimeScale) }

    /// Converts a time to another scale, in units per second.
    private func scaled(_ time: Int64, to scale: Int) -> Int {
        Int(av_rescale_q(time, unit, AVRational(num: 1, den: CInt(scale))))
    }

    /// Returns the first scale in which all times are whole numbers, or else the last one.
    static func timeScale(for times: [Int64], unit: AVRational, among scales: [Int]) -> Int {
        let fitting = scales.first { scale in
            times.allSatisfy { time in
                let (ticks, overflow) = (time * Int64(unit.num)).multipliedReportingOverflow(by: Int64(scale))
                return !overflow && ticks % Int64(unit.den) == 0
            }
        }
        return fitting ?? scales.last ?? Int(unit.den)
    }
}

extension ClipSource {
    /// A picture of a movie as a JPEG file.
    package struct Still: Sendable {
        /// The JPEG file.
        package let jpeg: [UInt8]
        /// Width and height in pixels.
        package let size: PixelSize
    }

    /// The maximum number of pixels of a picture: 4096x4096 at a scale of 2.
    private static let mostPixels: Int64 = 8192 * 8192

    /// Decodes a clip's still, upright and with square pixels.
    ///
    /// Ends early if the task is canceled.
    ///
    /// - Throws: ``FileError/Code/unreadableInput`` if it cannot be decoded.
    package func still(of clip: Clip) throws(FileError) -> Still {
        do throws(LibAVError) {
            guard let decoder = try unsafe CodecContext.decoder(for: pictures) else {
                throw LibAVError(code: recorder_averror_invalid_data(), function: "avcodec_find_decoder")
            }
            unsafe decoder.configure { unsafe $0.max_pixels = Self.mostPixels }
            let stream = try unsafe PictureStream(of: movie, pictures, decoder)
            guard let decoded = try picture(at: clip.still, of: stream) else {
                throw LibAVError(code: recorder_averror_invalid_data(), function: "avcodec_receive_frame")
            }
            let orientation = unsafe Orientation(of: pictures)
            let size = orientation.turned(shownSize(of: decoded.frame))
            let pixels = try FrameConverter(orientation: orientation, size: size).convert(decoded.frame)
            return Still(jpeg: try StillEncoder.jpeg(pixels), size: size)
        } catch {
            throw movie.unreadable("the still cannot be decoded", cause: error)
        }
    }

    /// Decodes the picture with a given presentation time.
    private func picture(at time: Int64, of stream: PictureStream) throws(LibAVError) -> DecodedPicture? {
        // The file may have no keyframe before the picture but the first, and an interlaced picture needs the one before
        // it; the last attempt reads from the beginning.
        for start in [time, time - units(.seconds(1)), .min] {
            seek(to: start)
            if start == .min { unsafe stream.restart(movie, pictures) } else { stream.restart() }
            while !Task.isCancelled, let picture = try stream.next() {
                if picture.time == time { return picture }
                if picture.time > time { break }
            }
        }
        return nil
    }

    /// Returns the size with square pixels, before rotation.
    private func shownSize(of frame: borrowing MediaFrame) -> PixelSize {
        let (width, height) = unsafe (Int(frame.raw.pointee.width), Int(frame.raw.pointee.height))
        let ratio = unsafe av_guess_sample_aspect_ratio(
            movie.input.raw, UnsafeMutablePointer(mutating: pictures), frame.raw)
        guard ratio.num > 0, ratio.den > 0, ratio.num != ratio.den else {
            return PixelSize(width: width, height: height)
        }
        return PixelSize(width: max(1, width * Int(ratio.num) / Int(ratio.den)), height: height)
    }
}
