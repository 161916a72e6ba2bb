package import CLibAV
package import Frames
package import LibAV

/// Properties from a movie's header, read without any packets.
extension InputFormat {
    /// The best video stream, ignoring cover art; `nil` if it is missing or has no size.
    package var pictures: UnsafePointer<AVStream>? {
        guard let stream = unsafe best(AVMEDIA_TYPE_VIDEO), let parameters = unsafe stream.pointee.codecpar?.pointee,
            unsafe parameters.width > 0, unsafe parameters.height > 0
        else { return nil }
        return unsafe stream
    }

    /// The best audio stream; `nil` if missing.
    package var sound: UnsafePointer<AVStream>? { unsafe best(AVMEDIA_TYPE_AUDIO) }

    /// Returns an audio stream; `nil` if missing.
    ///
    /// - Parameter track: Its number among the audio streams, from 0; `nil` for the best one.
    package func sound(_ track: Int?) -> UnsafePointer<AVStream>? {
        guard let track else { return unsafe sound }
        let sounds = unsafe self.sounds
        return unsafe sounds.indices.contains(track) ? sounds[track] : nil
    }

    /// All audio streams, in order.
    package var sounds: [UnsafePointer<AVStream>] {
        unsafe (0..<Int(raw.pointee.nb_streams)).compactMap { index in
            unsafe raw.pointee.streams[index].flatMap {
                unsafe $0.pointee.codecpar?.pointee.codec_type == AVMEDIA_TYPE_AUDIO ? UnsafePointer($0) : nil
            }
        }
    }

    /// Returns a stream's title (default: an empty string).
    ///
    /// MP4's muxers write a handler's name for every stream, and only a chosen one says more.
    package func title(of stream: UnsafePointer<AVStream>) -> String {
        let title = unsafe Self.text("title", in: stream.pointee.metadata)
        guard title.isEmpty else { return title }
        let handler = unsafe Self.text("handler_name", in: stream.pointee.metadata)
        return handler.hasSuffix("Handler") ? "" : handler
    }

    /// Returns a stream's language as the file states it (default: an empty string).
    package func language(of stream: UnsafePointer<AVStream>) -> String {
        let language = unsafe Self.text("language", in: stream.pointee.metadata)
        return language == "und" ? "" : language
    }

    private func best(_ type: AVMediaType) -> UnsafePointer<AVStream>? {
        let index = unsafe av_find_best_stream(raw, type, -1, -1, nil, 0)
        guard index >= 0, let stream = unsafe raw.pointee.streams[Int(index)],
            unsafe stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
        else { return nil }
        return unsafe UnsafePointer(stream)
    }

    /// Returns a metadata entry of the file; empty if it is missing.
    package func tag(_ name: String) -> String { unsafe Self.text(name, in: raw.pointee.metadata) }

    /// The time code of the first picture; `nil` if the file states none, or has no constant frame rate.
    ///
    /// MP4 and QuickTime have a track for it, of which libavformat gives a tag to the pictures; other formats have a
    /// tag of the file.
    var timecode: Timecode? {
        guard let stream = unsafe pictures, let rate = unsafe frameRate(of: stream) else { return nil }
        let own = unsafe Self.text("timecode", in: stream.pointee.metadata)
        return Timecode(own.isEmpty ? tag("timecode") : own, rate: rate)
    }

    /// The movie's chapters, in order.
    package var chapters: [Chapter] {
        unsafe (0..<Int(raw.pointee.nb_chapters)).compactMap { index in
            unsafe raw.pointee.chapters[index].map { chapter in
                unsafe Chapter(
                    name: Self.text("title", in: chapter.pointee.metadata),
                    start: Self.duration(chapter.pointee.start, in: chapter.pointee.time_base))
            }
        }
    }

    /// Returns the duration of the pictures.
    package func duration(of stream: UnsafePointer<AVStream>) -> Duration {
        guard unsafe stream.pointee.duration > 0 else {
            // Matroska counts from time 0, not from the first picture.
            let whole = unsafe raw.pointee.duration
            let start = unsafe demuxer.hasPrefix("matroska") ? microseconds(startTime(of: stream), of: stream) : 0
            return Self.duration(whole > 0 ? whole &- start : whole, in: Self.microsecond)
        }
        return unsafe Self.duration(stream.pointee.duration, in: stream.pointee.time_base)
    }

    /// Converts a time of a stream to microseconds.
    private func microseconds(_ time: Int64, of stream: UnsafePointer<AVStream>) -> Int64 {
        unsafe av_rescale_q(time, stream.pointee.time_base, Self.microsecond)
    }

    /// Returns the constant frame rate; `nil` if the file states none.
    package func frameRate(of stream: UnsafePointer<AVStream>) -> FrameRate? {
        let base = unsafe stream.pointee.time_base
        if unsafe stream.pointee.nb_frames > 0, unsafe stream.pointee.duration > 0, base.num > 0 {
            var rate = AVRational()
            let (frames, frameUnits) = unsafe stream.pointee.nb_frames.multipliedReportingOverflow(by: Int64(base.den))
            let (units, unitOverflow) = unsafe stream.pointee.duration.multipliedReportingOverflow(by: Int64(base.num))
            guard !frameUnits, !unitOverflow else { return nil }
            unsafe av_reduce(&rate.num, &rate.den, frames, units, 1_000_000_000)
            return FrameRate(numerator: Int(rate.num), denominator: Int(rate.den))
        }
        let average = unsafe stream.pointee.avg_frame_rate
        return FrameRate(numerator: Int(average.num), denominator: Int(average.den))
    }

    private static func text(_ name: String, in dictionary: OpaquePointer?) -> String {
        unsafe av_dict_get(dictionary, name, nil, 0).map { unsafe String(cString: $0.pointee.value) } ?? ""
    }

    /// Converts a time, clamping values from damaged files to a sensible range.
    static func duration(_ time: Int64, in base: AVRational) -> Duration {
        guard time > 0, base.num > 0, base.den > 0 else { return .zero }
        return .microseconds(min(max(av_rescale_q(time, base, Self.microsecond), 0), Self.longest))
    }

    /// 1000 days, in microseconds.
    private static let longest: Int64 = 86_400_000_000_000
}

/// The kind of a media file, and the durations of its streams.
extension InputFormat {
    /// Whether the file contains a single picture.
    package var isStill: Bool { demuxer.hasSuffix("_pipe") }

    /// Whether the file is an animation such as a GIF.
    package var isAnimation: Bool { ["gif", "apng"].contains(demuxer) }

    /// Returns when a stream ends as the file states it, counted from the file's start, or zero.
    package func statedLength(of stream: UnsafePointer<AVStream>) -> Duration {
        let (start, own) = unsafe (startTime(of: stream), stream.pointee.start_time)
        let length = unsafe stream.pointee.duration
        guard length <= 0 else {
            let offset = own == Self.unknownTime ? 0 : max(0, own &- start)
            return unsafe Self.duration(
                length.addingReportingOverflow(offset).partialValue, in: stream.pointee.time_base)
        }
        // Matroska has one duration for all streams; libavformat stores a tag for each. They count from time 0.
        guard let own = unsafe taggedLength(of: stream) else { return unsafe duration(of: stream) }
        return unsafe max(.zero, own - .microseconds(microseconds(start, of: stream)))
    }

    /// Returns when a sound track ends as the file states it, as ``statedLength(of:)``; zero if it states only when the
    /// longest of several tracks ends.
    package func ownLength(of stream: UnsafePointer<AVStream>) -> Duration {
        let isOfAll = unsafe stream.pointee.duration <= 0 && taggedLength(of: stream) == nil
        return unsafe isOfAll && sounds.count > 1 ? .zero : statedLength(of: stream)
    }

    /// Returns when the streams end according to their packets, counted from the file's start, by stream index; reads
    /// the whole file.
    ///
    /// - Returns: Also when times first begin anew, as where two files were joined; `nil` if nowhere.
    package func countedLengths() throws(LibAVError) -> (ends: [Int: Duration], leap: Duration?) {
        var ends: [Int: Duration] = [:]
        var leap: Duration?
        var decoded: [Int: Int64] = [:]
        // MPEG's program streams state no time for some pictures. Those streams end after the times of all packets.
        var (lengths, incomplete): ([Int: Duration], Set<Int>) = ([:], [])
        let packet = try Packet()
        while read(into: packet) {
            defer { packet.clear() }
            let time = unsafe packet.raw.pointee.pts
            guard let stream = unsafe raw.pointee.streams[packet.stream] else { continue }
            let length = unsafe Self.duration(packet.raw.pointee.duration, in: stream.pointee.time_base)
            lengths[packet.stream, default: .zero] += length
            guard time != Self.unknownTime else {
                incomplete.insert(packet.stream)
                continue
            }
            let start = unsafe startTime(of: UnsafePointer(stream))
            let base = unsafe stream.pointee.time_base
            // A file may state anything.
            let begin = time &- start
            let end = unsafe begin &+ max(0, packet.raw.pointee.duration)
            let last = ends[packet.stream]
            let order = unsafe packet.raw.pointee.dts
            if let last {
                let before = decoded[packet.stream].map { Self.duration($0 &- start, in: base) } ?? .zero
                let isBack =
                    order != Self.unknownTime && Self.duration(order &- start, in: base) < before - Self.shortestLeap
                if isBack || Self.isLeap(from: last, to: Self.duration(begin, in: base)) { leap = leap ?? last }
            }
            if order != Self.unknownTime { decoded[packet.stream] = order }
            ends[packet.stream] = max(last ?? .zero, Self.duration(end, in: base))
        }
        for index in incomplete {
            guard let stream = unsafe raw.pointee.streams[index], let length = lengths[index] else { continue }
            let start = unsafe startTime(of: UnsafePointer(stream))
            let own = unsafe stream.pointee.start_time
            let begin =
                unsafe own == Self.unknownTime ? .zero : Self.duration(own &- start, in: stream.pointee.time_base)
            ends[index] = max(ends[index] ?? .zero, begin + length)
        }
        return (ends, leap)
    }

    /// How far decoding times, which only ever increase, may go back because of damage.
    private static let shortestLeap = Duration.milliseconds(200)

    /// Whether packets that follow each other cannot be of one recording.
    ///
    /// Packets of pictures come in decoding order, so that times go back by some pictures.
    private static func isLeap(from last: Duration, to next: Duration) -> Bool {
        next < last - .milliseconds(1500) || next > last + .seconds(10)
    }
}

/// The time code of a file's first picture.
package struct Timecode: Sendable, Equatable {
    /// Frames from 00:00:00:00.
    package let frames: Int
    /// Frames per second.
    package let rate: FrameRate

    /// Reads a time code like `01:00:00:00`, or `01:00:00;00` with drop-frame counting.
    ///
    /// Drop-frame counting leaves out the first two of 30 numbers, or four of 60, in each minute but every tenth
    /// (SMPTE ST 12-1), so that time codes at 29.97 and 59.94 fps agree with clocks.
    ///
    /// - Parameter rate: The rate of the pictures.
    package init?(_ text: String, rate: FrameRate) {
        guard let match = text.wholeMatch(of: #/([0-9]{1,2}):([0-9]{2}):([0-9]{2})([:;.,])([0-9]{2,3})/#),
            let hours = Int(match.1), let minutes = Int(match.2), let seconds = Int(match.3), let rest = Int(match.5)
        else { return nil }
        let nominal = Int(rate.framesPerSecond.rounded())
        guard minutes < 60, seconds < 60, rest < nominal else { return nil }
        let allMinutes = hours * 60 + minutes
        let count = (allMinutes * 60 + seconds) * nominal + rest
        let dropped = match.4 == ":" ? 0 : nominal / 15 * (allMinutes - allMinutes / 10)
        (frames, self.rate) = (count - dropped, rate)
    }
}
