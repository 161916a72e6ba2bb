package import CLibAV
package import Frames
package import LibAV

/// How a movie is played.
extension InputFormat {
    /// Passes all streams over but one.
    package func discardAll(except stream: UnsafePointer<AVStream>) {
        for index in 0..<Int(raw.pointee.nb_streams) where index != Int(stream.pointee.index) {
            raw.pointee.streams[index]?.pointee.discard = AVDISCARD_ALL
        }
    }

    /// The size in which a stream's pictures are seen, before they are turned:
    /// with square pixels.
    package func displaySize(of stream: UnsafePointer<AVStream>) -> PixelSize {
        let mutable = UnsafeMutablePointer(mutating: stream)
        let ratio = av_guess_sample_aspect_ratio(raw, mutable, nil)
        let (width, height) = stream.pointee.codecpar.map { (Int($0.pointee.width), Int($0.pointee.height)) } ?? (1, 1)
        guard ratio.num > 0, ratio.den > 0, ratio.num != ratio.den else {
            return PixelSize(width: width, height: height)
        }
        let wide = (width * Int(ratio.num) + Int(ratio.den) / 2) / Int(ratio.den)
        return PixelSize(width: min(max(1, wide), 65_536), height: height)
    }

    /// When the file begins, as a stream counts it: with its first picture or
    /// its first sound.
    package func startTime(of stream: UnsafePointer<AVStream>) -> Int64 {
        let own = stream.pointee.start_time
        guard let fileStart = startTime else { return own == Self.unknownTime ? 0 : own }
        let start = av_rescale_q(fileStart, Self.fileTimeBase, stream.pointee.time_base)
        // The file's own unit is coarser than most streams'.
        let difference = own == Self.unknownTime ? 0 : own - start
        let tick = av_rescale_q(1, Self.fileTimeBase, stream.pointee.time_base)
        return abs(difference) <= max(1, tick) ? start + difference : start
    }

    /// When the file begins, in units of `AV_TIME_BASE`.
    ///
    /// Matroska places the samples that only start a sound decoder before
    /// zero (RFC 9559, CodecDelay); they are not heard.
    private var startTime: Int64? {
        let start = raw.pointee.start_time
        guard start != Self.unknownTime else { return nil }
        guard start < 0, let sound, sound.pointee.codecpar.pointee.initial_padding > 0 else { return start }
        guard let pictures, pictures.pointee.start_time != Self.unknownTime else { return 0 }
        let first = av_rescale_q(pictures.pointee.start_time, pictures.pointee.time_base, Self.fileTimeBase)
        return max(start, min(0, first))
    }

    /// AV_NOPTS_VALUE, a macro with a cast.
    private static let unknownTime = Int64.min

    /// AV_TIME_BASE_Q, a compound literal.
    private static let fileTimeBase = AVRational(num: 1, den: CInt(AV_TIME_BASE))

    /// Whether pictures in the middle can be decoded without those before:
    /// each picture of a GIF or an animated PNG changes the one before, which
    /// their demuxers do not say.
    package var canSeek: Bool {
        raw.pointee.iformat.map { !["gif", "apng"].contains(String(cString: $0.pointee.name)) } ?? false
    }

    /// Goes to the last picture at or before a time that can be decoded by
    /// itself, as far as the file knows it.
    package func seek(_ stream: UnsafePointer<AVStream>, toTicks time: Int64) {
        if avformat_seek_file(raw, stream.pointee.index, Int64.min, time, time, 0) < 0 { LibAVLog.shared.forget() }
    }

    /// When the last picture before a time is that can be decoded by itself,
    /// or nothing if the file has no table of them.
    package func keyPicture(of stream: UnsafePointer<AVStream>, before time: Int64) -> Int64? {
        avformat_index_get_entry_from_timestamp(
            UnsafeMutablePointer(mutating: stream), time, AVSEEK_FLAG_BACKWARD
        )?.pointee.timestamp
    }
}
