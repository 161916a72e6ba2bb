package import CLibAV
package import Files
import FoundationEssentials
package import Frames
package import LibAV

/// Muxes encoded streams into a file; the index of an MP4 or MOV goes in front.
///
/// The file is removed unless ``finish(_:)`` succeeds. Used on the encoder's thread only.
package final class Muxer {
    /// A stream's index in the file, and its encoder's time base.
    package struct Stream {
        package let index: CInt
        package let encoderTimeBase: AVRational
    }

    private let output: OutputFormat
    /// The C handle, for this type's extensions only.
    package var raw: UnsafeMutablePointer<AVFormatContext> { unsafe output.raw }
    /// The container of the file.
    package let container: MovieContainer
    /// Whether only one stream has packets so far, which then need not wait for others.
    package var hasOneStream = false
    /// The indexes of the streams that have packets.
    private var streamsWithPackets: Set<CInt> = []
    /// Whether the file has packets.
    package var hasPackets: Bool { !streamsWithPackets.isEmpty }

    /// Creates the file, which must not exist.
    ///
    /// - Throws: ``FileError/Code/cannotCreateOutput``.
    package init(creating place: OutputPlace, as container: MovieContainer) throws(FileError) {
        self.container = container
        output = try OutputFormat(creating: place, muxer: container.muxer, content: .video)
    }

    /// Bytes written so far.
    package var bytesWritten: Int { unsafe raw.pointee.pb.map { unsafe Int(avio_tell($0)) } ?? 0 }

    /// Adds a stream; add all streams before the header.
    ///
    /// - Parameters:
    ///   - title: The track's title (default: none).
    ///   - language: The track's language as ISO 639-2/T (default: unknown).
    ///   - mayLackPriming: Whether the packets before time 0 may be left out.
    package func addStream(
        for codec: borrowing CodecContext, title: String? = nil, language: String = "", mayLackPriming: Bool = false
    ) throws(FileError) -> Stream {
        do throws(LibAVError) {
            let stream = try unsafe output.addStream(for: codec)
            if mayLackPriming {
                // From it, FFmpeg 7.1 writes Matroska's CodecDelay, and FFmpeg 9.0 drops that much of the first packet,
                // whatever its time. FFmpeg 5.1 writes a CodecDelay for Opus only.
                unsafe stream.pointee.codecpar.pointee.initial_padding = 0
            }
            if !container.isMatroska, unsafe stream.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_HEVC {
                // Apple's players need `hvc1`, the tag that says that all parameter sets are in
                // the index.
                unsafe stream.pointee.codecpar.pointee.codec_tag = Self.fourCharacters("hvc1")
            }
            unsafe stream.pointee.avg_frame_rate = codec.raw.pointee.framerate
            unsafe stream.pointee.sample_aspect_ratio = codec.raw.pointee.sample_aspect_ratio
            // Players of MP4 show the handler's name, or the title in the track's user data.
            for key in title == nil ? [] : container.isMatroska ? ["title"] : ["title", "handler_name"] {
                unsafe av_dict_set(&stream.pointee.metadata, key, title, 0)
            }
            if !language.isEmpty { unsafe av_dict_set(&stream.pointee.metadata, "language", language, 0) }
            return unsafe Stream(index: stream.pointee.index, encoderTimeBase: codec.timeBase)
        } catch {
            throw .failure("Adding a stream to the .\(container.rawValue) file", error)
        }
    }

    /// States the display and the light of HDR pictures in the file; call this before the header is written.
    func state(_ hdr: HDRFormat, of stream: Stream) throws(FileError) {
        guard let target = unsafe raw.pointee.streams[Int(stream.index)] else { return }
        do throws(LibAVError) {
            if var display = hdr.display?.libav {
                try unsafe check(
                    "av_packet_side_data_new",
                    recorder_add_stream_side_data(
                        target, AV_PKT_DATA_MASTERING_DISPLAY_METADATA, &display,
                        MemoryLayout<AVMasteringDisplayMetadata>.size))
            }
            if var light = hdr.light?.libav {
                try unsafe check(
                    "av_packet_side_data_new",
                    recorder_add_stream_side_data(
                        target, AV_PKT_DATA_CONTENT_LIGHT_LEVEL, &light, MemoryLayout<AVContentLightMetadata>.size))
            }
        } catch {
            throw .failure("Adding the light of HDR to the .\(container.rawValue) file", error)
        }
    }

    /// Writes the file's header.
    ///
    /// - Parameters:
    ///   - movieTimeScale: Units per second of durations in the index; every stream's duration
    ///     must be a whole number of them.
    ///   - creationTime: Seconds since 1970.
    ///   - metadata: The metadata known so far.
    package func writeHeader(
        movieTimeScale: Int, creationTime: Int, metadata: MovieMetadata
    ) throws(FileError) {
        // The muxer reads the creation time before the first packet; MP4 stores all other
        // metadata at the end.
        setMetadata("creation_time", Date(timeIntervalSince1970: Double(creationTime)).formatted(.iso8601))
        var options: OpaquePointer?
        defer { unsafe av_dict_free(&options) }
        if container.isMatroska {
            setMetadata("title", MatroskaFront.placeholder)
            // The title is filled in later, which would break a checksum.
            unsafe av_dict_set(&options, "write_crc32", "0", 0)
            // Keeps random numbers out of the file, so that it is reproducible.
            unsafe raw.pointee.flags |= AVFMT_FLAG_BITEXACT
            // WebM stores Opus's delay itself; libav's shift of all streams would only delay
            // the pictures. AAC needs the shift.
            if container.soundCodec == .opus { unsafe raw.pointee.avoid_negative_ts = AVFMT_AVOID_NEG_TS_DISABLED }
        } else {
            unsafe av_dict_set(&options, "movflags", "+faststart", 0)
            unsafe av_dict_set_int(&options, "movie_timescale", Int64(movieTimeScale), 0)
        }
        // `avformat_init_output` removes the encoder's name from the metadata;
        // `avformat_write_header` writes Matroska's tags.
        try unsafe writing("avformat_init_output", avformat_init_output(raw, &options))
        if container.isMatroska { describe(metadata) }
        try unsafe writing("avformat_write_header", avformat_write_header(raw, nil))
        guard unsafe av_dict_count(options) == 0 else {
            throw FileError(.internalFailure, "libavformat does not know an option that the file needs.")
        }
    }

    /// Writes a packet, interleaved with the other streams' packets if there are any.
    ///
    /// The packet is empty afterwards.
    package func write(_ packet: borrowing Packet, to stream: Stream) throws(FileError) {
        guard let target = unsafe raw.pointee.streams[Int(stream.index)] else { return }
        streamsWithPackets.insert(stream.index)
        unsafe packet.raw.pointee.stream_index = stream.index
        unsafe av_packet_rescale_ts(packet.raw, stream.encoderTimeBase, target.pointee.time_base)
        guard hasOneStream else {
            return try unsafe writing("av_interleaved_write_frame", av_interleaved_write_frame(raw, packet.raw))
        }
        try unsafe writing("av_write_frame", av_write_frame(raw, packet.raw))
        unsafe av_packet_unref(packet.raw)
    }

    /// Sets the metadata that says where the movie comes from.
    private func describe(_ metadata: MovieMetadata) {
        var values = ["comment": metadata.pageAddress, container.softwareKey: metadata.software]
        if container.hasDescription {
            values["description"] = metadata.command
        } else if !metadata.command.isEmpty {
            // The address comes first; addresses contain no line breaks.
            values["comment"] = "\(metadata.pageAddress)\n\(metadata.command)"
        }
        // Sorted, so that the order is the same every time.
        for (key, value) in values.sorted(by: { $0.key < $1.key }) where !value.isEmpty { setMetadata(key, value) }
    }

    /// Sets one metadata entry of the file.
    package func setMetadata(_ key: String, _ value: String) {
        unsafe av_dict_set(&raw.pointee.metadata, key, value, 0)
    }

    /// Adds chapters; call this before the trailer is written.
    func addChapters(_ chapters: [ChapterSpan]) throws(FileError) {
        do throws(LibAVError) {
            // libav frees the list and its elements with its own allocator.
            let list = try unsafe checkAllocated(
                "av_calloc", av_calloc(chapters.count + 1, MemoryLayout<UnsafeMutableRawPointer>.stride))
            let elements = unsafe list.bindMemory(
                to: UnsafeMutablePointer<AVChapter>?.self, capacity: chapters.count + 1)
            unsafe raw.pointee.chapters = elements
            for (index, span) in chapters.enumerated() {
                let memory = try unsafe checkAllocated("av_mallocz", av_mallocz(MemoryLayout<AVChapter>.stride))
                let chapter = unsafe memory.bindMemory(to: AVChapter.self, capacity: 1)
                unsafe chapter.pointee.id = Int64(index + 1)
                unsafe chapter.pointee.time_base = AVRational(num: 1, den: ChapterSpan.timeScale)
                unsafe chapter.pointee.start = span.start
                unsafe chapter.pointee.end = span.end
                unsafe av_dict_set(&chapter.pointee.metadata, "title", span.name, 0)
                unsafe elements[index] = chapter
                unsafe raw.pointee.nb_chapters = UInt32(index + 1)
            }
        } catch {
            throw .failure("Adding chapters to the .\(container.rawValue) file", error)
        }
    }

    /// Completes the file and flushes it to disk.
    ///
    /// Writes the packets still held back and the index, and moves the index to the front.
    ///
    /// - Parameter metadata: The file's metadata.
    /// - Returns: The file's length in bytes.
    package func finish(_ metadata: MovieMetadata) throws(FileError) -> Int {
        if !metadata.title.isEmpty { setMetadata("title", metadata.title) }
        if !container.isMatroska { describe(metadata) }
        try output.finish()
        if container.isMatroska {
            try MatroskaFront.fillTitle(metadata.title, in: output.place)
            // An MP4's muxer leaves such tracks out itself (movenc.c).
            for stream in unsafe 0..<CInt(raw.pointee.nb_streams) where !streamsWithPackets.contains(stream) {
                try MatroskaFront.removeTrack(Int(stream) + 1, in: output.place)
            }
        }
        return try output.keep()
    }

    /// Returns a four-character code as a number, first character lowest (`MKTAG`).
    package static func fourCharacters(_ name: String) -> UInt32 {
        name.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Throws the file's own error or the function's, if one of them failed.
    package func writing(_ function: String, _ code: CInt) throws(FileError) { try output.writing(function, code) }
}

/// Copying streams from another file without encoding.
extension Muxer {
    /// Adds a copy of another file's stream; add all streams before the header.
    ///
    /// - Parameter frameRate: The constant frame rate of its pictures, whose times then are numbers of frames (default:
    ///   the source's).
    package func addStream(
        copying source: UnsafePointer<AVStream>, frameRate: FrameRate? = nil
    ) throws(FileError) -> Stream {
        do throws(LibAVError) {
            let stream = try unsafe checkAllocated("avformat_new_stream", avformat_new_stream(raw, nil))
            // Including its side data: the display matrix and HDR metadata.
            try unsafe check("avcodec_parameters_copy", recorder_copy_stream_parameters(stream, source))
            // Containers use different tags for the same codec.
            unsafe stream.pointee.codecpar.pointee.codec_tag =
                switch unsafe source.pointee.codecpar.pointee.codec_id {
                case AV_CODEC_ID_HEVC where !container.isMatroska: Self.fourCharacters("hvc1")
                // The tag states the profile.
                case AV_CODEC_ID_PRORES: unsafe source.pointee.codecpar.pointee.codec_tag
                default: 0
                }
            unsafe stream.pointee.time_base = source.pointee.time_base
            unsafe stream.pointee.avg_frame_rate = source.pointee.avg_frame_rate
            unsafe stream.pointee.r_frame_rate = source.pointee.r_frame_rate
            unsafe stream.pointee.sample_aspect_ratio = source.pointee.sample_aspect_ratio
            if let frameRate {
                let rate = AVRational(num: CInt(frameRate.numerator), den: CInt(frameRate.denominator))
                unsafe (stream.pointee.avg_frame_rate, stream.pointee.r_frame_rate) = (rate, rate)
                unsafe stream.pointee.time_base = AVRational(num: rate.den, den: rate.num)
            }
            return unsafe Stream(index: stream.pointee.index, encoderTimeBase: stream.pointee.time_base)
        } catch {
            throw .failure("Adding a stream to the .\(container.rawValue) file", error)
        }
    }

    /// Writes the file's header for a clip, whose only metadata is its creation time.
    ///
    /// - Parameters:
    ///   - movieTimeScale: Units per second of the index.
    ///   - creationTime: In ISO 8601; empty to write no creation time.
    ///   - hasIndexInFront: Whether the index is moved to the front at the end.
    package func writeClipHeader(movieTimeScale: Int, creationTime: String, hasIndexInFront: Bool) throws(FileError) {
        if !creationTime.isEmpty { setMetadata("creation_time", creationTime) }
        unsafe raw.pointee.flags |= AVFMT_FLAG_BITEXACT
        var options: OpaquePointer?
        defer { unsafe av_dict_free(&options) }
        if hasIndexInFront { unsafe av_dict_set(&options, "movflags", "+faststart", 0) }
        unsafe av_dict_set_int(&options, "movie_timescale", Int64(movieTimeScale), 0)
        try unsafe writing("avformat_write_header", avformat_write_header(raw, &options))
    }
}

/// A chapter with its start and end, as the muxer needs it.
struct ChapterSpan {
    /// Units per second of ``start`` and ``end``.
    static let timeScale: CInt = 1_000_000
    /// The longest chapter name in MP4, in bytes; its length is stored in one byte.
    static let longestName = 255

    /// The name that players show.
    let name: String
    /// The start, in units of ``timeScale``.
    let start: Int64
    /// The end, in units of ``timeScale``: the next chapter's start or the video's end.
    let end: Int64

    /// Sorts chapters by time and computes their ends.
    ///
    /// A start beyond the end of the video is moved to the end. Long names are truncated at a
    /// character boundary, or within a character that is too long itself. If no chapter begins at 0, one is added: libav's chapter track
    /// cannot begin late, and would move the first chapter to the start.
    ///
    /// - Parameters:
    ///   - chapters: The chapters, in any order.
    ///   - movieLength: The video's duration.
    ///   - opening: The name of the added chapter; "Start" if empty.
    static func spans(of chapters: [Chapter], movieLength: Duration, opening: String) -> [ChapterSpan] {
        var inTime = chapters.map { chapter in
            (name: chapter.name, start: min(max(chapter.start, .zero), movieLength))
        }
        if let first = inTime.map(\.start).min(), first > .zero {
            inTime.insert((name: opening.isEmpty ? "Start" : opening, start: .zero), at: 0)
        }
        // A stable sort: chapters at the same time keep their order.
        let ordered = inTime.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
            .map(\.element)
        return ordered.enumerated().map { index, chapter in
            let end = index + 1 < ordered.count ? ordered[index + 1].start : movieLength
            return ChapterSpan(name: fitting(chapter.name), start: units(chapter.start), end: units(end))
        }
    }

    private static func units(_ time: Duration) -> Int64 { Int64(time.wholeNanoseconds / 1000) }

    private static func fitting(_ name: String) -> String {
        guard name.utf8.count > longestName else { return name }
        var (fitting, length) = (String.UnicodeScalarView(), 0)
        for scalar in name.unicodeScalars {
            length += UTF8.width(scalar)
            guard length <= longestName else { break }
            fitting.append(scalar)
        }
        let cut = String(fitting)
        // The last character may have lost what belongs to it.
        let whole =
            cut.last == name[name.index(name.startIndex, offsetBy: cut.count - 1)] ? cut : String(cut.dropLast())
        return whole.isEmpty ? cut : whole
    }
}
