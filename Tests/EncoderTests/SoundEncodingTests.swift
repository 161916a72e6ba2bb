import Frames
import TestSupport
import Testing

@testable import Decoder
@testable import Encoder
@testable import Files
@testable import LibAV

/// Sample rates and channels, read back by ffprobe and ffmpeg.
@Suite("Sample rates and channels")
struct SoundEncodingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Writes 1.5 s of a sine of 500 Hz on the left, with silence on the right.
    private func write(_ container: String, _ encoding: SoundEncoding) async throws -> (path: String, MovieSummary) {
        let sound = folder.path("sound.wav")
        try await Tool.ffmpeg(
            "-f", "lavfi", "-i", "sine=frequency=500:duration=2:sample_rate=48000", "-af", "pan=stereo|c0=c0|c1=0*c0",
            sound)
        let soundtrack = try Soundtrack(SoundtrackSettings(path: sound))
        let kind = StreamKind(name: "a.\(container)", codec: container == "webm" ? .vp9 : .h264)
        let path = folder.path("\(encoding.sampleRate)-\(encoding.channels)-\(kind.name)")
        let video = try kind.videoSettings()
        let writer = try MovieWriter(path: path, video: video, soundtrack: soundtrack, encoding: encoding)
        let picture = try Pictures(video.size).moving(0)
        for index in 0..<45 { try await writer.append(Frame(index: index, pixels: picture)) }
        return (path, try await writer.finish(frameCount: 45, chapters: [], metadata: MovieMetadata(pageAddress: "")))
    }

    @Test("AAC has every rate", arguments: SoundEncoding.sampleRates, [1, 2])
    func aac(rate: Int, channels: Int) async throws {
        var encoding = SoundEncoding()
        (encoding.sampleRate, encoding.channels) = (rate, channels)
        let (path, summary) = try await write("mp4", encoding)
        let audio = try await Tool.probe(path).audio
        #expect(audio.codec_name == "aac")
        #expect(audio.sample_rate == "\(rate)")
        #expect(audio.channels == channels)
        #expect(summary.sound?.sampleRate == rate && summary.sound?.channels == channels)
        #expect(summary.sound?.samples == (rate * 3 + 1) / 2)
        // The index states the exact length.
        #expect(abs((Double(try await Tool.probe(path).format.duration) ?? 0) - 1.5) < 0.001)
        try await check(path, rate, channels)
    }

    @Test("Opus has its own rates", arguments: [8000, 12_000, 16_000, 24_000, 48_000], [1, 2])
    func opus(rate: Int, channels: Int) async throws {
        var encoding = SoundEncoding()
        (encoding.sampleRate, encoding.channels) = (rate, channels)
        let (path, summary) = try await write("webm", encoding)
        let audio = try await Tool.probe(path).audio
        #expect(audio.codec_name == "opus")
        #expect(audio.channels == channels)
        #expect(summary.sound?.samples == rate * 3 / 2)
        // Opus is always decoded at 48 kHz.
        let samples = try await Tool.samples(path).count / channels
        #expect(abs(samples - 72_000) <= 48, "\(samples)")
        try await check(path, 48_000, channels)
    }

    /// Checks that the sine has its frequency, and its level: half of it with one channel.
    private func check(_ path: String, _ rate: Int, _ channels: Int) async throws {
        let samples = try await Tool.samples(path)
        // One second from 0.25 s on.
        let left = stride(from: rate / 4 * channels, to: rate * 5 / 4 * channels, by: channels).map { samples[$0] }
        let rises = zip(left, left.dropFirst()).count { $0 < 0 && $1 >= 0 }
        #expect(abs(rises - 500) <= 2, "\(rises) Hz")
        // lavfi's sine has an amplitude of 1/8.
        let peak = left.map(abs).max() ?? 0
        #expect(abs(peak - (channels == 1 ? 0.0625 : 0.125)) < 0.02, "\(peak)")
    }

    @Test("Opus refuses other rates, with its own")
    func refusal() {
        var encoding = SoundEncoding()
        encoding.sampleRate = 44_100
        #expect(MovieContainer.webm.mismatch(with: encoding)?.contains("8000, 12000, 16000, 24000, 48000") == true)
        #expect(MovieContainer.mkv.mismatch(with: encoding) == nil)
        encoding.channels = 6
        #expect(MovieContainer.mkv.mismatch(with: encoding)?.contains("1 or 2") == true)
        let error = #expect(throws: FileError.self) { try AudioEncoder(.aac, encoding) }
        #expect(error?.code == .invalidSettings)
    }

    @Test("Bit rates out of range are refused", arguments: [0, 5_000_000])
    func bitrates(bitrate: Int) throws {
        var encoding = SoundEncoding()
        encoding.bitrate = bitrate
        let error = try #require(throws: FileError.self) { try AudioEncoder(.aac, encoding) }
        #expect(error.code == .invalidSettings)
        #expect(error.message.contains("bit rate"))
    }
}
