import CLibAV
import Decoder
package import Files
package import LibAV

/// Writes a sound to a file without pictures.
///
/// Use from one thread at a time. An unfinished file is removed on deinitialization.
@safe package final class SoundFile {
    private let format: SoundFileFormat
    private let encoding: SoundEncoding
    private let renderer: any MovieSoundRenderer
    private let encoder: AudioEncoder
    private let resampler: Resampler
    private let output: OutputFormat
    private let stream: UnsafeMutablePointer<AVStream>
    /// Sound at the encoded rate, shorter than a packet.
    private var ready = SoundChunk()
    /// Samples encoded so far, at the encoded rate.
    private var encoded = 0

    /// Creates the file and opens the encoder.
    ///
    /// - Parameters:
    ///   - place: The file, which must not exist.
    ///   - format: Its format, which has the codec.
    ///   - sound: The sound.
    ///   - encoding: How to encode it.
    ///   - metadata: The file's metadata; some formats have no place for it.
    /// - Throws: Every `FileError/Code`.
    package init(
        _ place: OutputPlace, as format: SoundFileFormat, of sound: any MovieSound, encoding: SoundEncoding,
        metadata: MovieMetadata
    ) throws(FileError) {
        self.format = format
        self.encoding = encoding
        encoder = try AudioEncoder(format.codec, encoding)
        renderer = try sound.makeRenderer()
        resampler = try Resampler(from: SoundFormat.movieSampleRate, to: encoding.sampleRate)
        output = try OutputFormat(creating: place, muxer: format.muxer, content: .sound)
        do throws(LibAVError) {
            unsafe stream = try output.addStream(for: encoder.codec)
        } catch {
            throw .failure("Adding sound to the .\(format.rawValue) file", error)
        }
        try writeHeader(metadata)
    }

    /// Bytes written so far.
    package var bytesWritten: Int { unsafe output.raw.pointee.pb.map { unsafe Int(avio_tell($0)) } ?? 0 }

    /// Samples rendered so far, at 48 kHz.
    package var position: Int { renderer.position }

    /// Returns whether anything sounds before a position.
    package func sounds(before position: Int) -> Bool { renderer.sounds(before: position) }

    /// What has been written.
    package var summary: SoundSummary {
        SoundSummary(
            codec: format.codec.rawValue, sampleRate: encoding.sampleRate, channels: encoding.channels,
            samples: encoded, loops: renderer.loops, page: renderer.page, titles: [], warnings: renderer.warnings)
    }

    private func writeHeader(_ metadata: MovieMetadata) throws(FileError) {
        for (key, value) in [("title", metadata.title), ("comment", metadata.pageAddress)] where !value.isEmpty {
            unsafe av_dict_set(&output.raw.pointee.metadata, key, value, 0)
        }
        // Keeps random numbers out of the file, so that it is reproducible.
        unsafe output.raw.pointee.flags |= AVFMT_FLAG_BITEXACT
        var options: OpaquePointer?
        defer { unsafe av_dict_free(&options) }
        switch format {
        case .wav: unsafe av_dict_set(&options, "rf64", "auto", 0)
        case .m4a:
            unsafe av_dict_set(&options, "movflags", "+faststart", 0)
            // libav's default, 1000, would round the length to milliseconds.
            unsafe av_dict_set_int(&options, "movie_timescale", Int64(encoding.sampleRate), 0)
        case .flac, .mp3, .opus: break
        }
        try unsafe output.writing("avformat_write_header", avformat_write_header(output.raw, &options))
        guard unsafe av_dict_count(options) == 0 else {
            throw FileError(.internalFailure, "libavformat does not know an option that the file needs.")
        }
    }

    /// Writes the sound that is final if it has at least `total` samples at 48 kHz.
    package func advance(toAtLeast total: Int) throws(FileError) {
        let firm = renderer.firmSamples(ofAtLeast: total)
        while renderer.position + encoder.frameSize <= firm { try write(encoder.frameSize, of: nil) }
    }

    /// Writes the next samples.
    ///
    /// - Parameters:
    ///   - count: The number of samples at 48 kHz.
    ///   - total: The sound's length in samples at 48 kHz; `nil` until it is known.
    package func write(_ count: Int, of total: Int?) throws(FileError) {
        ready.append(try resampler.resample(renderer.render(count, total: total)))
        while ready.count >= encoder.frameSize { try encodePacket() }
    }

    /// Completes the file.
    ///
    /// - Parameter length: The sound's length in samples at the encoded rate, which is met exactly.
    /// - Returns: The file's length in bytes, and warnings about the sound's files for the user, as sentences.
    package func finish(length: Int) throws(FileError) -> (bytes: Int, warnings: [String]) {
        ready.append(try resampler.finish())
        // The resampler's length is rounded.
        ready.fit(to: max(0, length - encoded))
        while ready.count > 0 { try encodePacket() }
        // What the encoders do not state of the last packet, MP4 does with the sound's length.
        try encoder.finish(statesPadding: false) { packet throws(FileError) in try write(packet) }
        try output.finish()
        return (try output.keep(), renderer.warnings)
    }

    /// Encodes the next packet, which is shorter at the end.
    private func encodePacket() throws(FileError) {
        let chunk = ready.takeFirst(encoder.frameSize)
        encoded += chunk.count
        try encoder.encode(chunk) { packet throws(FileError) in try write(packet) }
    }

    private func write(_ packet: borrowing Packet) throws(FileError) {
        unsafe packet.raw.pointee.stream_index = stream.pointee.index
        unsafe av_packet_rescale_ts(packet.raw, encoder.codec.timeBase, stream.pointee.time_base)
        try unsafe output.writing("av_interleaved_write_frame", av_interleaved_write_frame(output.raw, packet.raw))
    }
}
