package import CLibAV
package import Files
package import LibAV

/// Writes encoded streams into a file, an MP4 or MOV with its index in front.
///
/// Owns the C handle and the file, which vanishes with it unless the file
/// was finished. Used on the encoder's thread only.
package final class Muxer {
    /// A stream of the file: which one, and how its encoder counts time.
    package struct Stream {
        package let index: CInt
        package let encoderTimeBase: AVRational
    }

    private let file: PartialFile
    /// For this type's extensions only.
    package let raw: UnsafeMutablePointer<AVFormatContext>
    /// The kind of file.
    package let container: MovieContainer

    /// Creates the file, which must not exist.
    ///
    /// - Throws: ``FileError/Code/cannotCreateOutput``.
    package init(creating path: String, as container: MovieContainer) throws(FileError) {
        try FFmpeg.load()
        self.container = container
        file = try PartialFile(creating: path)
        var context: UnsafeMutablePointer<AVFormatContext>?
        // The prefix keeps a colon in the path from naming a protocol. The
        // muxer reads the name again to move the index to the front.
        let url = "file:\(path)"
        do throws(LibAVError) {
            try check(
                "avformat_alloc_output_context2", avformat_alloc_output_context2(&context, nil, container.muxer, url))
            raw = try checkAllocated("avformat_alloc_output_context2", context)
        } catch {
            throw .failure("Preparing a .\(container.rawValue) file", error)
        }
        do throws(LibAVError) {
            try check("avio_open", avio_open(&raw.pointee.pb, url, AVIO_FLAG_WRITE))
        } catch {
            throw .write(path: path, error: error)
        }
    }

    deinit {
        avio_closep(&raw.pointee.pb)
        avformat_free_context(raw)
    }

    /// Bytes written so far.
    package var bytesWritten: Int { raw.pointee.pb.map { Int(avio_tell($0)) } ?? 0 }

    /// Adds a stream; all are added before the header.
    package func addStream(for codec: borrowing CodecContext) throws(FileError) -> Stream {
        do throws(LibAVError) {
            let stream = try checkAllocated("avformat_new_stream", avformat_new_stream(raw, nil))
            try check(
                "avcodec_parameters_from_context",
                avcodec_parameters_from_context(stream.pointee.codecpar, codec.raw))
            if !container.isMatroska, stream.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_HEVC {
                // Apple's players know the one of HEVC's two names that says
                // that all parameter sets are in the index.
                stream.pointee.codecpar.pointee.codec_tag = Self.fourCharacters("hvc1")
            }
            stream.pointee.time_base = codec.timeBase
            stream.pointee.avg_frame_rate = codec.raw.pointee.framerate
            return Stream(index: stream.pointee.index, encoderTimeBase: codec.timeBase)
        } catch {
            throw .failure("Adding a stream to the .\(container.rawValue) file", error)
        }
    }

    /// Writes what stands before the first packet.
    ///
    /// - Parameters:
    ///   - movieTimeScale: Units a second in which the index counts the
    ///     streams' lengths; both lengths must be whole numbers of it.
    ///   - creationTime: Seconds since 1970.
    ///   - metadata: What is known of the movie already.
    package func writeHeader(
        movieTimeScale: Int, creationTime: Int, metadata: MovieMetadata
    ) throws(FileError) {
        // The muxer reads this one before the first packet, MP4's all other
        // metadata at the end.
        setMetadata("creation_time", CalendarTime(secondsSince1970: creationTime).description)
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        if container.isMatroska {
            setMetadata("title", MatroskaTitle.placeholder)
            // The title is filled in later, which a checksum would contradict.
            av_dict_set(&options, "write_crc32", "0", 0)
            // No random numbers in the file.
            raw.pointee.flags |= AVFMT_FLAG_BITEXACT
            // WebM says by how much Opus begins early; libav's own shift of
            // all streams would only make the pictures late. AAC needs it.
            if container.soundCodec == .opus { raw.pointee.avoid_negative_ts = AVFMT_AVOID_NEG_TS_DISABLED }
        } else {
            av_dict_set(&options, "movflags", "+faststart", 0)
            av_dict_set_int(&options, "movie_timescale", Int64(movieTimeScale), 0)
        }
        // The one removes what the file says of its encoder, the other writes
        // Matroska's tags.
        try writing("avformat_init_output", avformat_init_output(raw, &options))
        if container.isMatroska { describe(metadata) }
        try writing("avformat_write_header", avformat_write_header(raw, nil))
        guard av_dict_count(options) == 0 else {
            throw FileError(.internalFailure, "libavformat does not know an option that the file needs.")
        }
    }

    /// Writes a packet in its turn among those of the other streams; it is
    /// empty afterwards.
    package func write(_ packet: borrowing Packet, to stream: Stream) throws(FileError) {
        guard let target = raw.pointee.streams[Int(stream.index)] else { return }
        packet.raw.pointee.stream_index = stream.index
        av_packet_rescale_ts(packet.raw, stream.encoderTimeBase, target.pointee.time_base)
        try writing("av_interleaved_write_frame", av_interleaved_write_frame(raw, packet.raw))
    }

    /// Says where the movie comes from.
    private func describe(_ metadata: MovieMetadata) {
        var values = ["comment": metadata.pageAddress, container.softwareKey: metadata.software]
        if container.hasDescription {
            values["description"] = metadata.command
        } else if !metadata.command.isEmpty {
            // Addresses have no line breaks.
            values["comment"] = "\(metadata.pageAddress)\n\(metadata.command)"
        }
        // In an order that is the same each time.
        for (key, value) in values.sorted(by: { $0.key < $1.key }) where !value.isEmpty { setMetadata(key, value) }
    }

    /// Sets one of the things that the file says about itself.
    package func setMetadata(_ key: String, _ value: String) {
        av_dict_set(&raw.pointee.metadata, key, value, 0)
    }

    /// Adds chapters, before the end is written.
    func addChapters(_ chapters: [ChapterSpan]) throws(FileError) {
        do throws(LibAVError) {
            // Both the list and its elements are freed by libav with its own
            // allocator, so they come from there.
            let list = try checkAllocated(
                "av_calloc", av_calloc(chapters.count + 1, MemoryLayout<UnsafeMutableRawPointer>.stride))
            let elements = list.bindMemory(to: UnsafeMutablePointer<AVChapter>?.self, capacity: chapters.count + 1)
            raw.pointee.chapters = elements
            for (index, span) in chapters.enumerated() {
                let memory = try checkAllocated("av_mallocz", av_mallocz(MemoryLayout<AVChapter>.stride))
                let chapter = memory.bindMemory(to: AVChapter.self, capacity: 1)
                chapter.pointee.id = Int64(index + 1)
                chapter.pointee.time_base = AVRational(num: 1, den: ChapterSpan.timeScale)
                chapter.pointee.start = span.start
                chapter.pointee.end = span.end
                av_dict_set(&chapter.pointee.metadata, "title", span.name, 0)
                elements[index] = chapter
                raw.pointee.nb_chapters = UInt32(index + 1)
            }
        } catch {
            throw .failure("Adding chapters to the .\(container.rawValue) file", error)
        }
    }

    /// Writes what is held back and the index, moves the index to the
    /// front, and brings everything to the disk.
    ///
    /// - Parameter metadata: What the file says about itself.
    /// - Returns: The file's length in bytes.
    package func finish(_ metadata: MovieMetadata) throws(FileError) -> Int {
        if !metadata.title.isEmpty { setMetadata("title", metadata.title) }
        if !container.isMatroska { describe(metadata) }
        try writing("av_write_trailer", av_write_trailer(raw))
        try writing("avio_closep", avio_closep(&raw.pointee.pb))
        if container.isMatroska { try MatroskaTitle.fill(in: file.path, title: metadata.title) }
        return try file.keep()
    }

    /// Four letters as a number, the first one lowest (MKTAG).
    package static func fourCharacters(_ name: String) -> UInt32 {
        name.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Passes a result on, or throws what it or the file's own error says.
    package func writing(_ function: String, _ code: CInt) throws(FileError) {
        let fileError = raw.pointee.pb.map { $0.pointee.error } ?? 0
        let worst = fileError < 0 ? fileError : code
        guard worst < 0 else { return }
        throw .write(path: file.path, error: LibAVError(code: worst, function: function))
    }
}
