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
            return unsafe Self.duration(raw.pointee.duration, in: Self.microsecond)
        }
        return unsafe Self.duration(stream.pointee.duration, in: stream.pointee.time_base)
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
