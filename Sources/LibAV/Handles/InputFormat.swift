package import CLibAV
package import Files
import Frames

/// A media file opened for reading; owns its C handle.
@safe package struct InputFormat: ~Copyable {
    /// The C handle, for the other handle types only.
    package let raw: UnsafeMutablePointer<AVFormatContext>
    /// What reads the file's parts; `nil` for a file in one piece.
    private let parts: PartsContext?
    private let damage = DamageCount()

    /// Opens a file and finds its streams.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - formats: The formats that the file may have.
    ///   - ignoresEditList: Whether to ignore an MP4 file's edit list, so that the streams'
    ///     full durations are visible.
    ///   - examinesStreams: Whether to read packets to find what the header does not state.
    package init(
        _ file: InputFile, as formats: MediaFormats, ignoresEditList: Bool = false, examinesStreams: Bool = true
    ) throws(LibAVError) {
        var context: UnsafeMutablePointer<AVFormatContext>?
        let reader = file.parts == nil ? nil : try PartsContext(file)
        if let reader {
            unsafe context = try checkAllocated("avformat_alloc_context", avformat_alloc_context())
            unsafe context?.pointee.pb = reader.raw
        }
        func open(as format: UnsafePointer<AVInputFormat>?) -> CInt {
            var options: OpaquePointer?
            defer { unsafe av_dict_free(&options) }
            // Nothing that a file names is opened, on the network or here.
            unsafe av_dict_set(&options, "protocol_whitelist", "file", 0)
            unsafe av_dict_set(&options, "format_whitelist", formats.demuxers, 0)
            if ignoresEditList { unsafe av_dict_set(&options, "ignore_editlist", "1", 0) }
            // Through the descriptor: the file is the one that was checked, and `%d` in a path would be a sequence.
            return unsafe avformat_open_input(&context, "file:\(file.reopenPath)", format, &options)
        }
        var opening = open(as: nil)
        if opening == recorder_averror_invalid_data(), reader == nil,
            let format = unsafe formats.format(ofShortFile: file.reopenPath)
        {
            opening = unsafe open(as: format)
        }
        guard opening >= 0 else {
            let error = LibAVError(code: opening, function: "avformat_open_input")
            throw reader == nil ? MediaFormats.refusal(of: file.reopenPath) ?? error : error
        }
        let code = unsafe examinesStreams ? avformat_find_stream_info(context, nil) : 0
        guard code >= 0 else {
            defer { unsafe avformat_close_input(&context) }
            throw LibAVError(code: code, function: "avformat_find_stream_info")
        }
        unsafe raw = try checkAllocated("avformat_open_input", context)
        parts = reader
        unsafe damage.watch(raw)
    }

    deinit {
        var raw: UnsafeMutablePointer<AVFormatContext>? = unsafe raw
        unsafe avformat_close_input(&raw)
    }

    /// Returns how many priming samples at the start of the first frame are still to be
    /// dropped.
    ///
    /// Matroska states their number (CodecDelay), and libavformat gives them negative times.
    /// The Opus decoder drops them itself; the AAC decoder does not. In MP4, all samples before the
    /// file's start are left out (ISO/IEC 14496-12, edit lists), and in Ogg Vorbis those before time
    /// 0 (Vorbis I, A.2).
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - frame: The stream's first decoded frame.
    ///   - fileStart: The time at which the file begins, in the stream's time base.
    package func leadIn(
        of stream: UnsafePointer<AVStream>, in frame: borrowing MediaFrame, fileStart: Int64
    ) -> Int {
        let (start, time) = unsafe (stream.pointee.start_time, frame.raw.pointee.pts)
        let isVorbis = unsafe demuxer == "ogg" && stream.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_VORBIS
        if isMP4 || isVorbis, time < 0, time != Int64.min {
            let begin = isMP4 ? fileStart : 0
            let rate = unsafe AVRational(num: 1, den: max(1, frame.raw.pointee.sample_rate))
            return unsafe Int(max(0, av_rescale_q(begin - time, stream.pointee.time_base, rate)))
        }
        guard start < 0, time == start else { return 0 }
        return unsafe max(0, Int(stream.pointee.codecpar.pointee.initial_padding))
    }

    /// Reads the next packet of any stream.
    ///
    /// - Returns: `false` at the end of the file, or where a damaged file cannot be read
    ///   further.
    package func read(into packet: borrowing Packet) -> Bool { unsafe av_read_frame(raw, packet.raw) >= 0 }

    /// How often the demuxer has gone on after damage, as it logs.
    package var damageCount: Int { damage.value }

    /// Whether the system could not read the file.
    package var hasReadError: Bool { unsafe raw.pointee.pb.map { unsafe $0.pointee.error < 0 } ?? false }

    /// Reads the next packet of any stream, and throws if the file is damaged.
    ///
    /// - Returns: `false` at the end of the file.
    /// - Throws: libav's error if the file is truncated or damaged.
    package func readSoundly(into packet: borrowing Packet) throws(LibAVError) -> Bool {
        let code = unsafe av_read_frame(raw, packet.raw)
        guard code != recorder_averror_eof() else { return false }
        try check("av_read_frame", code)
        return true
    }

    /// The demuxer's name, a list of the formats that it reads: `mov,mp4,m4a,3gp,3g2,mj2`.
    package var demuxer: String { unsafe raw.pointee.iformat.map { unsafe String(cString: $0.pointee.name) } ?? "" }

    /// The number of streams of all kinds.
    package var streamCount: Int { unsafe Int(raw.pointee.nb_streams) }

    /// Whether the file is a RIFF wave file.
    package var isWave: Bool { demuxer == "wav" }

    /// Whether the file is MP4, QuickTime or a related format.
    package var isMP4: Bool { demuxer.hasPrefix("mov,") }

    /// Whether the format states when packets are played, rather than how many samples they hold.
    ///
    /// FLAC numbers its samples.
    package var storesTimes: Bool {
        isMP4
            || ["matroska,webm", "ogg", "flv", "mpegts", "mpeg", "asf", "avi", "flac", "mxf", "dv", "nut"]
                .contains(demuxer)
    }

    /// Whether the format's times may begin anew anywhere, as where two files were joined.
    package var timesMayLeap: Bool {
        unsafe raw.pointee.iformat.map { unsafe $0.pointee.flags & AVFMT_TS_DISCONT != 0 } ?? false
    }

    /// Returns the duration that an audio stream states, in samples; `nil` if it states none.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - sampleRate: Samples per second.
    package func statedLength(of stream: UnsafePointer<AVStream>, sampleRate: Int) -> Int? {
        guard unsafe stream.pointee.duration > 0 else { return nil }
        return unsafe Int(
            av_rescale_q(
                stream.pointee.duration, stream.pointee.time_base, AVRational(num: 1, den: CInt(sampleRate))))
    }

    /// Returns the duration that a Matroska file states for a stream in a tag; `nil` without one.
    ///
    /// - Parameter stream: The stream.
    package func taggedLength(of stream: UnsafePointer<AVStream>) -> Duration? {
        guard let entry = unsafe av_dict_get(stream.pointee.metadata, "DURATION", nil, 0) else { return nil }
        // Such as `00:00:03.033000000`.
        return unsafe Duration(text: String(cString: entry.pointee.value)).flatMap { $0 >= .zero ? $0 : nil }
    }

    /// Returns when a stream ends according to the file's header, from its first packet; `nil` if the
    /// header does not say.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - sampleRate: Samples per second, or other units per second of the result.
    package func statedEnd(of stream: UnsafePointer<AVStream>, sampleRate: Int) -> Int? {
        // Otherwise libav estimates the duration from the file's size or its last packets. Of an AVI file without
        // its end, it reduces the stated duration as the file's size.
        guard unsafe raw.pointee.duration_estimation_method == AVFMT_DURATION_FROM_STREAM, demuxer != "avi" else {
            return nil
        }
        // Whole packets, of which the last may hold less.
        guard unsafe demuxer != "caf" || stream.pointee.codecpar.pointee.block_align > 0 else { return nil }
        var length = unsafe statedLength(of: stream, sampleRate: sampleRate)
        if length == nil {
            let microseconds =
                unsafe taggedLength(of: stream).map { $0.wholeNanoseconds / 1000 }
                ?? (unsafe raw.pointee.nb_streams == 1 ? estimatedMicroseconds : nil)
            length = microseconds.map { $0 / 1000 * sampleRate / 1000 }
        }
        guard !countsFromStart, let stated = length, unsafe stream.pointee.start_time > 0 else { return length }
        // The length counts from time 0.
        let timeBase = unsafe stream.pointee.time_base
        let rate = AVRational(num: 1, den: CInt(sampleRate))
        return unsafe stated - Int(av_rescale_q(stream.pointee.start_time, timeBase, rate))
    }

    /// Whether the streams' lengths count from their start, rather than from time 0.
    private var countsFromStart: Bool { isMP4 || demuxer == "mp3" && recorder_mp3_length_is_exact() != 0 }

    /// Returns the samples per packet of a stream; 0 if the number varies or does not matter.
    package func frameSize(of stream: UnsafePointer<AVStream>) -> Int {
        unsafe stream.pointee.codecpar.map { unsafe Int($0.pointee.frame_size) } ?? 0
    }

    /// Returns the encoder's delay at the start of the sound, in samples; reads the first
    /// packet.
    package func leadIn(_ packet: borrowing Packet) -> Int {
        guard read(into: packet) else { return 0 }
        defer { packet.clear() }
        return packet.skippedSamples
    }

    /// The file's duration in microseconds as libav estimates it; `nil` if unknown.
    package var estimatedMicroseconds: Int? {
        unsafe raw.pointee.duration > 0 ? Int(raw.pointee.duration) : nil
    }
}

/// A movie's metadata.
public struct MovieMetadata: Sendable {
    /// The page's title; not written if empty.
    public var title: String
    /// The address from which the page was loaded, written as the comment; not written if
    /// empty.
    public var pageAddress: String
    /// The command line that records the page again; not written if empty.
    ///
    /// Written as the description; in a MOV, as the comment's second line.
    public var command: String
    /// The program that recorded the movie, and its version; libavformat's name if empty.
    public var software: String

    /// Creates metadata.
    public init(title: String = "", pageAddress: String, command: String = "", software: String = "") {
        self.title = title
        self.pageAddress = pageAddress
        self.command = command
        self.software = software
    }
}
