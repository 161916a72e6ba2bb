import CLibAV
import Decoder
import Files
import LibAV

/// Renders and encodes a movie's sound alongside its pictures.
///
/// Used on the encoder's thread only.
final class SoundWriter {
    private let renderer: any MovieSoundRenderer
    private let encoder: AudioEncoder
    private let muxer: Muxer
    private let stream: Muxer.Stream
    private let codec: SoundCodec
    private let title: String?
    private let encoding: SoundEncoding
    private let resampler: Resampler
    /// Sound at the encoded rate, shorter than a packet.
    private var ready = SoundChunk()
    /// Samples encoded so far, at the encoded rate.
    private var encoded = 0
    /// Whether nothing is written, because nothing has sounded yet.
    private(set) var isWaiting: Bool
    /// Whether the packets before time 0 are left out.
    private var leavesOutPriming = false

    /// Opens the sound and its encoder, and adds a stream to the file.
    init(_ sound: any MovieSound, as encoding: SoundEncoding, muxer: Muxer) throws(FileError) {
        codec = encoding.isLossless ? .pcm : encoding.codec ?? muxer.container.soundCodec
        self.encoding = encoding
        title = sound.title
        renderer = try sound.makeRenderer()
        encoder = try AudioEncoder(codec, encoding)
        resampler = try Resampler(from: SoundFormat.movieSampleRate, to: encoding.sampleRate)
        isWaiting = sound.isOptional
        self.muxer = muxer
        stream = try muxer.addStream(
            for: encoder.codec, title: sound.title,
            mayLackPriming: sound.isOptional && muxer.container.isMatroska && codec == .aac)
    }

    /// Writes the sound that is final if the movie has at least `total` samples.
    func advance(toAtLeast total: Int) throws(FileError) {
        let firm = renderer.firmSamples(ofAtLeast: total)
        guard begin(before: firm) else { return }
        while renderer.position + encoder.frameSize <= firm {
            try encode(encoder.frameSize, total: nil)
        }
    }

    /// Whether the sound has begun before a position, from which on it is written.
    ///
    /// The silence before it is written then, too. Matroska could only store the samples that start the
    /// decoder by delaying all streams, which is too late once it has packets. The decoder does not
    /// need them, because they and what follows are silent.
    private func begin(before position: Int) -> Bool {
        guard isWaiting else { return true }
        guard renderer.sounds(before: position) else { return false }
        isWaiting = false
        leavesOutPriming = muxer.container.isMatroska && codec == .aac && muxer.hasPackets
        return true
    }

    /// Writes the rest of the sound.
    ///
    /// - Parameters:
    ///   - total: The movie's length in samples at 48 kHz.
    ///   - length: Its length in samples at the encoded rate, which is met exactly.
    /// - Returns: `nil` if nothing sounded; the track then has no samples.
    func finish(total: Int, length: Int) throws(FileError) -> SoundSummary? {
        guard begin(before: total) else { return nil }
        while renderer.position < total {
            try encode(min(encoder.frameSize, total - renderer.position), total: total)
        }
        ready.append(try resampler.finish())
        // The resampler's length is rounded.
        ready.fit(to: max(0, length - encoded))
        while ready.count > 0 { try encodePacket() }
        // The last AAC packet is longer than the sound. MP4 states the sound's length, Opus's encoder the padding.
        try encoder.finish(statesPadding: muxer.container.isMatroska && codec == .aac) { packet throws(FileError) in
            try write(packet)
        }
        return SoundSummary(
            codec: codec.rawValue, sampleRate: encoding.sampleRate, channels: encoding.channels, samples: encoded,
            loops: renderer.loops, page: renderer.page, titles: title.map { [$0] } ?? [],
            warnings: renderer.warnings)
    }

    /// Renders samples and encodes the packets that they complete.
    private func encode(_ count: Int, total: Int?) throws(FileError) {
        ready.append(try resampler.resample(renderer.render(count, total: total)))
        while ready.count >= encoder.frameSize { try encodePacket() }
    }

    /// Encodes the next packet, which is shorter at the end.
    private func encodePacket() throws(FileError) {
        let chunk = ready.takeFirst(encoder.frameSize)
        encoded += chunk.count
        try encoder.encode(chunk) { packet throws(FileError) in try write(packet) }
    }

    private func write(_ packet: borrowing Packet) throws(FileError) {
        if leavesOutPriming, packet.presentationTime < 0 { return }
        try muxer.write(packet, to: stream)
    }
}

/// Encodes sound.
///
/// Used on the encoder's thread only.
final class AudioEncoder {
    /// The codec context, from which the muxer takes the stream's parameters.
    let codec: CodecContext
    /// Samples per frame; the last frame may be shorter.
    let frameSize: Int

    /// Samples per frame of a codec without frames.
    private static let freeFrameSize = 1024

    private let frame: MediaFrame
    private let packet: Packet
    private var position = 0

    /// Opens a codec's encoder.
    ///
    /// - Parameters:
    ///   - sound: The codec.
    ///   - encoding: The sample rate, the channels, and the bit rate, which PCM ignores.
    /// - Throws: ``FileError/Code/missingComponent`` if libavcodec lacks the encoder,
    ///   ``FileError/Code/invalidSettings`` if the codec lacks the sample rate or the bit rate.
    init(_ sound: SoundCodec, _ encoding: SoundEncoding) throws(FileError) {
        if let mistake = sound.mismatch(with: encoding) { throw FileError(.invalidSettings, mistake) }
        let allocated: CodecContext?
        do throws(LibAVError) {
            allocated = try CodecContext.encoder(named: encoding.isLossless ? "pcm_f32le" : sound.encoder)
        } catch {
            throw .failure("Preparing the \(sound.title) encoder", error)
        }
        guard let codec = allocated else {
            throw FFmpeg.missing("\(sound.title) encoder (\(sound.encoder))")
        }
        let format = Self.format(sound, isLossless: encoding.isLossless)
        unsafe codec.configure { context in
            unsafe context.sample_fmt = format
            unsafe context.sample_rate = CInt(encoding.sampleRate)
            unsafe av_channel_layout_default(&context.ch_layout, CInt(encoding.channels))
            unsafe context.bit_rate = Int64(encoding.bitrate)
            if format == AV_SAMPLE_FMT_S32 { unsafe context.bits_per_raw_sample = 24 }
            // One time unit is one sample, so presentation times are exact.
            unsafe context.time_base = AVRational(num: 1, den: CInt(encoding.sampleRate))
            // Containers store the decoder's parameters in their header or index.
            unsafe context.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
        }
        do throws(LibAVError) {
            try codec.open()
            frameSize = codec.frameSize > 0 ? codec.frameSize : Self.freeFrameSize
            frame = try MediaFrame(format, capacity: frameSize, as: encoding)
            packet = try Packet()
        } catch {
            throw .failure("Preparing the \(sound.title) encoder", error)
        }
        self.codec = codec
    }

    /// The format of the samples that an encoder takes.
    private static func format(_ sound: SoundCodec, isLossless: Bool) -> AVSampleFormat {
        switch sound {
        case .aac, .mp3: AV_SAMPLE_FMT_FLTP
        case .opus: AV_SAMPLE_FMT_FLT
        case .flac: AV_SAMPLE_FMT_S32
        case .pcm: isLossless ? AV_SAMPLE_FMT_FLT : AV_SAMPLE_FMT_S32
        }
    }

    /// Encodes the next samples: ``frameSize`` of them, or fewer at the end.
    ///
    /// - Parameters:
    ///   - chunk: The samples.
    ///   - write: Called with each encoded packet, which is valid only during the call.
    func encode(
        _ chunk: SoundChunk, _ write: (borrowing Packet) throws(FileError) -> Void
    ) throws(FileError) {
        do throws(LibAVError) {
            // The encoder may still reference the previous samples.
            try frame.makeWritable()
            frame.fill(from: chunk)
            frame.setPresentationTime(position)
            try codec.send(frame)
        } catch {
            throw .failure("Encoding the sound", error)
        }
        position += chunk.count
        try codec.drain(packet, packetDuration: frameSize, write)
    }

    /// Encodes the samples that the encoder still holds back.
    ///
    /// - Parameters:
    ///   - statesPadding: Whether the last packet states which of its samples are padding.
    ///   - write: Called with each encoded packet, which is valid only during the call.
    func finish(
        statesPadding: Bool, _ write: (borrowing Packet) throws(FileError) -> Void
    ) throws(FileError) {
        do throws(LibAVError) {
            try codec.sendEnd()
        } catch {
            throw .failure("Encoding the end of the sound", error)
        }
        try codec.drain(packet, packetDuration: frameSize) { packet throws(FileError) in
            if statesPadding {
                do throws(LibAVError) {
                    try packet.statePadding(packet.presentationTime + frameSize - position)
                } catch {
                    throw .failure("Encoding the end of the sound", error)
                }
            }
            try write(packet)
        }
    }
}
