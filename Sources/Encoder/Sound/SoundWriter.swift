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
        codec = encoding.isLossless ? .pcm : muxer.container.soundCodec
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
