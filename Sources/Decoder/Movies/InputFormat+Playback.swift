package import CLibAV
package import Frames
package import LibAV

/// Playing a movie.
extension InputFormat {
    /// Discards all streams but one.
    package func discardAll(except stream: UnsafePointer<AVStream>) {
        for index in unsafe 0..<Int(raw.pointee.nb_streams) where unsafe index != Int(stream.pointee.index) {
            unsafe raw.pointee.streams[index]?.pointee.discard = AVDISCARD_ALL
        }
    }

    /// Returns the display size of a stream, with square pixels, before rotation.
    package func displaySize(of stream: UnsafePointer<AVStream>) -> PixelSize {
        let mutable = unsafe UnsafeMutablePointer(mutating: stream)
        let ratio = unsafe av_guess_sample_aspect_ratio(raw, mutable, nil)
        let (width, height) =
            unsafe stream.pointee.codecpar.map { unsafe (Int($0.pointee.width), Int($0.pointee.height)) } ?? (1, 1)
        guard ratio.num > 0, ratio.den > 0, ratio.num != ratio.den else {
            return PixelSize(width: width, height: height)
        }
        let wide = (width * Int(ratio.num) + Int(ratio.den) / 2) / Int(ratio.den)
        return PixelSize(width: min(max(1, wide), 65_536), height: height)
    }

    /// Returns the time at which the file's pictures or sound begin, in a stream's time base.
    package func startTime(of stream: UnsafePointer<AVStream>) -> Int64 {
        let own = unsafe stream.pointee.start_time
        guard let fileStart = startTime else { return own == Self.unknownTime ? 0 : own }
        let start = unsafe av_rescale_q(fileStart, Self.microsecond, stream.pointee.time_base)
        // The file's time base is coarser than most streams'.
        let difference = own == Self.unknownTime ? 0 : own - start
        let tick = unsafe av_rescale_q(1, Self.microsecond, stream.pointee.time_base)
        return abs(difference) <= max(1, tick) ? start + difference : start
    }

    /// The time at which the file begins, in units of `AV_TIME_BASE`.
    ///
    /// Matroska gives priming samples negative times (RFC 9559, CodecDelay); they are not
    /// played.
    private var startTime: Int64? {
        let start = unsafe raw.pointee.start_time
        guard start != Self.unknownTime else { return nil }
        guard start < 0, let sound = unsafe sound, unsafe sound.pointee.codecpar.pointee.initial_padding > 0 else {
            return start
        }
        guard let pictures = unsafe pictures, unsafe pictures.pointee.start_time != Self.unknownTime else { return 0 }
        let first = unsafe av_rescale_q(pictures.pointee.start_time, pictures.pointee.time_base, Self.microsecond)
        return max(start, min(0, first))
    }

    /// `AV_NOPTS_VALUE`, a macro with a cast, which Swift does not import.
    package static let unknownTime = Int64.min

    /// The file's time base: `AV_TIME_BASE_Q`, a compound literal, which Swift does not import.
    static let microsecond = AVRational(num: 1, den: CInt(AV_TIME_BASE))

    /// Whether decoding can start in the middle.
    ///
    /// Not in a GIF or animated PNG: each picture changes the previous one, which their
    /// demuxers do not report.
    package var canSeek: Bool { !isAnimation }

    /// Seeks to the last keyframe at or before a time, as far as the file's index knows it.
    package func seek(_ stream: UnsafePointer<AVStream>, toTicks time: Int64) {
        if unsafe avformat_seek_file(raw, stream.pointee.index, Int64.min, time, time, 0) < 0 {
            LibAVLog.shared.forget()
        }
    }

    /// Returns the time of the last keyframe before a time; `nil` if the file has no index.
    package func keyPicture(of stream: UnsafePointer<AVStream>, before time: Int64) -> Int64? {
        unsafe avformat_index_get_entry_from_timestamp(
            UnsafeMutablePointer(mutating: stream), time, AVSEEK_FLAG_BACKWARD
        )?.pointee.timestamp
    }
}
