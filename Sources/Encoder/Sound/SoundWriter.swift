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

    /// Opens the sound and its encoder, and adds a stream to the file.
    init(_ sound: any MovieSound, as codec: SoundCodec, muxer: Muxer) throws(FileError) {
        self.codec = codec
        renderer = try sound.makeRenderer()
        encoder = try AudioEncoder(codec, bitrate: sound.bitrate)
        self.muxer = muxer
        stream = try muxer.addStream(for: encoder.codec)
    }

    /// Writes the sound that is final if the movie has at least `total` samples.
    func advance(toAtLeast total: Int) throws(FileError) {
        let firm = renderer.firmSamples(ofAtLeast: total)
        while renderer.position + encoder.frameSize <= firm {
            try encode(encoder.frameSize, total: nil)
        }
    }

    /// Writes the rest of the sound, up to exactly `total` samples.
    func finish(total: Int) throws(FileError) -> SoundSummary {
        while renderer.position < total {
            try encode(min(encoder.frameSize, total - renderer.position), total: total)
        }
        try encoder.finish { packet throws(FileError) in try muxer.write(packet, to: stream) }
        return SoundSummary(
            codec: codec.rawValue, sampleRate: SoundFormat.movieSampleRate, channels: 2, samples: renderer.position,
            loops: renderer.loops)
    }

    private func encode(_ count: Int, total: Int?) throws(FileError) {
        try encoder.encode(renderer.render(count, total: total)) { packet throws(FileError) in
            try muxer.write(packet, to: stream)
        }
    }
}
