package import CLibAV

/// A media file opened for reading; owns its C handle.
package struct InputFormat: ~Copyable {
    /// For the other handle types only.
    package let raw: UnsafeMutablePointer<AVFormatContext>

    private init(owning raw: UnsafeMutablePointer<AVFormatContext>) { self.raw = raw }

    deinit {
        var raw: UnsafeMutablePointer<AVFormatContext>? = raw
        avformat_close_input(&raw)
    }

    /// Opens a file and finds out what streams it has.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - ignoresEditList: Whether an MP4 file's own list of what is to be
    ///     played is left out, so that the streams' full lengths are seen.
    ///   - demuxers: The names of libavformat's only demuxers that may read
    ///     it, with commas between; without it any.
    ///   - examinesStreams: Whether packets are read to find out what the
    ///     file's front does not say.
    package static func open(
        path: String, ignoresEditList: Bool = false, demuxers: String? = nil, examinesStreams: Bool = true
    ) throws(LibAVError) -> InputFormat {
        var context: UnsafeMutablePointer<AVFormatContext>?
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        // A file that names other files or addresses, as playlists do, must
        // not bring the network in.
        av_dict_set(&options, "protocol_whitelist", "file", 0)
        if let demuxers { av_dict_set(&options, "format_whitelist", demuxers, 0) }
        if ignoresEditList { av_dict_set(&options, "ignore_editlist", "1", 0) }
        try check("avformat_open_input", avformat_open_input(&context, "file:\(path)", nil, &options))
        let format = InputFormat(owning: try checkAllocated("avformat_open_input", context))
        if examinesStreams { try check("avformat_find_stream_info", avformat_find_stream_info(format.raw, nil)) }
        return format
    }

    /// The best stream of sound, or nothing; all others are passed over
    /// from now on.
    package func selectSound() -> Int? {
        let best = av_find_best_stream(raw, AVMEDIA_TYPE_AUDIO, -1, -1, nil, 0)
        for index in 0..<Int(raw.pointee.nb_streams) where index != Int(best) {
            raw.pointee.streams[index]?.pointee.discard = AVDISCARD_ALL
        }
        return best >= 0 ? Int(best) : nil
    }

    /// Makes and opens the decoder of a stream, or nothing if libav has none.
    package func decoder(forStream index: Int) throws(LibAVError) -> CodecContext? {
        guard let stream = raw.pointee.streams[index] else { return nil }
        return try CodecContext.decoder(for: stream)
    }

    /// How many of a stream's first samples only start its decoder and are
    /// still in a decoded frame.
    ///
    /// Matroska states them (CodecDelay), and libavformat places them before
    /// zero. Opus' decoder drops them itself, AAC's does not.
    ///
    /// - Parameter frame: The stream's first.
    package func leadIn(ofStream index: Int, in frame: borrowing MediaFrame) -> Int {
        guard let stream = raw.pointee.streams[index], stream.pointee.start_time < 0,
            frame.raw.pointee.pts == stream.pointee.start_time
        else { return 0 }
        return max(0, Int(stream.pointee.codecpar.pointee.initial_padding))
    }

    /// Reads the next packet of any stream.
    ///
    /// - Returns: Whether there was one; a file that breaks off or cannot be
    ///   read further ends there.
    package func read(into packet: borrowing Packet) -> Bool { av_read_frame(raw, packet.raw) >= 0 }

    /// Reads the next packet of any stream.
    ///
    /// - Returns: Whether there was one; otherwise the file is at its end.
    /// - Throws: What libav answers to a file that breaks off.
    package func readSoundly(into packet: borrowing Packet) throws(LibAVError) -> Bool {
        let code = av_read_frame(raw, packet.raw)
        guard code != recorder_averror_eof() else { return false }
        try check("av_read_frame", code)
        return true
    }

    /// Whether the file is MP4, QuickTime or their like.
    package var isMP4: Bool { raw.pointee.iformat.map { String(cString: $0.pointee.name).hasPrefix("mov,") } ?? false }

    /// The length that a stream itself states, in samples.
    ///
    /// - Parameters:
    ///   - index: A stream of sound.
    ///   - sampleRate: Samples a second.
    package func statedLength(ofStream index: Int, sampleRate: Int) -> Int? {
        guard let stream = raw.pointee.streams[index], stream.pointee.duration > 0 else { return nil }
        return Int(
            av_rescale_q(
                stream.pointee.duration, stream.pointee.time_base, AVRational(num: 1, den: CInt(sampleRate))))
    }

    /// How many samples a stream's encoder puts in a packet, or 0 if that
    /// does not matter.
    package func frameSize(ofStream index: Int) -> Int {
        raw.pointee.streams[index]?.pointee.codecpar.map { Int($0.pointee.frame_size) } ?? 0
    }

    /// How many samples at the beginning of the sound are the encoder's
    /// delay; reads the first packet.
    package func leadIn(_ packet: borrowing Packet) -> Int {
        guard read(into: packet) else { return 0 }
        defer { packet.clear() }
        return packet.skippedSamples
    }

    /// The length of the whole file as libav estimates it, in microseconds.
    package var estimatedMicroseconds: Int? {
        raw.pointee.duration > 0 ? Int(raw.pointee.duration) : nil
    }
}
