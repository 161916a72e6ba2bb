import Files
import Frames
import Testing

@testable import Encoder

/// Settings of the video stream that do not go together.
@Suite("Refused stream settings")
struct StreamRefusalTests {
    /// Settings that do not go together, and what the sentence must name.
    struct Refusal: CustomTestStringConvertible, Sendable {
        let kind: StreamKind
        let words: [String]
        var testDescription: String { "\(kind.testDescription): \(words)" }

        init(
            _ name: String, _ codec: VideoCodec, by encoder: VideoEncoderName? = nil, _ words: [String],
            _ settings: @escaping @Sendable (inout VideoSettings) throws -> Void
        ) {
            kind = StreamKind(name: name, codec: codec, encoder: encoder, settings: settings)
            self.words = words
        }
    }

    static let refusals = [
        Refusal("a.mp4", .h264, ["yuv420p", "high444"]) {
            $0.stream.profile = .baseline
            $0.stream.pixelFormat = .yuv444p
        },
        Refusal("a.mp4", .h264, ["high10"]) {
            $0.stream.profile = .high
            $0.stream.pixelFormat = .yuv420p10
        },
        Refusal("a.mp4", .h264, ["baseline, main, high"]) { $0.stream.profile = .professional },
        Refusal("a.mp4", .h264, ["high444", "quality 1"]) {
            $0.rate = .quality(0)
            $0.stream.profile = .main
        },
        Refusal("a.mkv", .ffv1, ["no profiles"]) { $0.stream.profile = .main },
        Refusal("a.mkv", .ffv1, ["no levels"]) { $0.stream.level = CodecLevel(number: 30) },
        Refusal("a.mov", .prores, ["no levels"]) { $0.stream.level = CodecLevel(number: 30) },
        Refusal("a.mov", .prores, ["every frame is a keyframe"]) { $0.stream.keyframeInterval = .frames(2) },
        Refusal("a.mkv", .ffv1, ["every frame is a keyframe"]) { $0.stream.keyframeInterval = .frames(2) },
        Refusal("a.mov", .prores, ["one quality"]) { $0.stream.maxBitrate = 1_000_000 },
        Refusal("a.mov", .prores, ["yuv444p10, yuv422p10"]) { $0.stream.pixelFormat = .yuv420p },
        Refusal("a.mov", .prores, ["prores_ks cannot be tuned"]) { $0.stream.tune = .film },
        Refusal("a.mp4", .h264, ["4.1", "5.2", "6.2"]) { $0.stream.level = CodecLevel(number: 53) },
        Refusal("a.mp4", .h264, ["lowest level that holds is 1.1"]) {
            $0.stream.level = CodecLevel(number: 10)
            $0.size = PixelSize(width: 176, height: 144)
        },
        Refusal("a.mp4", .hevc, ["lowest level that holds is 5.1"]) {
            $0.stream.level = CodecLevel(number: 50)
            $0.size = PixelSize(width: 3840, height: 2160)
            $0.frameRate = FrameRate("60") ?? .thirty
        },
        Refusal("a.mp4", .av1, ["lowest level that holds is 4"]) {
            $0.stream.level = CodecLevel(number: 21)
            $0.size = PixelSize(width: 1920, height: 1080)
        },
        Refusal("a.webm", .vp9, ["lowest level that holds is 3.1"]) {
            $0.stream.level = CodecLevel(number: 30)
            $0.size = PixelSize(width: 1280, height: 720)
        },
        Refusal("a.mp4", .h264, ["lowest level that holds is 4.1"]) {
            $0.stream.level = CodecLevel(number: 30)
            $0.stream.maxBitrate = 30_000_000
        },
        Refusal("a.mp4", .h264, ["No level of H.264"]) {
            $0.stream.level = CodecLevel(number: 62)
            $0.size = PixelSize(width: 16_000, height: 16_000)
        },
        Refusal("a.mp4", .h264, ["buffer of at most 12500000 bits"]) {
            $0.stream.level = CodecLevel(number: 30)
            $0.stream.maxBitrate = 1_000_000
            $0.stream.bufferSize = 13_000_000
        },
        Refusal("a.mp4", .av1, by: .svtAV1, ["yuv420p, yuv420p10", "--encoder libaom-av1"]) {
            $0.stream.pixelFormat = .yuv444p
        },
        Refusal("a.mp4", .av1, by: .aomAV1, ["level", "--encoder libsvtav1"]) {
            $0.stream.level = CodecLevel(number: 51)
        },
        Refusal("a.mp4", .av1, by: .aomAV1, ["average bitrate", "--encoder libsvtav1"]) {
            $0.stream.maxBitrate = 1_000_000
        },
        Refusal("a.mp4", .av1, ["yuv444p", "average bitrate"]) {
            $0.stream.pixelFormat = .yuv444p
            $0.stream.maxBitrate = 1_000_000
        },
        Refusal("a.mp4", .av1, by: .svtAV1, ["2 frames or more", "--encoder libaom-av1"]) {
            $0.stream.keyframeInterval = .frames(1)
        },
        Refusal("a.mp4", .h264, by: .h264VAAPI, ["yuv420p", "--encoder libx264"]) { $0.stream.pixelFormat = .yuv422p },
        Refusal("a.mp4", .h264, ["film, animation", "zerolatency"]) { $0.stream.tune = .screen },
        Refusal("a.webm", .vp9, ["psnr, ssim, screen, film"]) { $0.stream.tune = .zerolatency },
        Refusal("a.mp4", .h264, ["buffer-size needs max-bitrate"]) { $0.stream.bufferSize = 1_000_000 },
        Refusal("a.mp4", .h264, ["Raise max-bitrate"]) {
            $0.rate = .bitrate(2_000_000)
            $0.stream.maxBitrate = 1_000_000
        },
        Refusal("a.mp4", .h264, ["Lossless", "max-bitrate"]) {
            $0.rate = .quality(0)
            $0.stream.maxBitrate = 1_000_000
        },
        Refusal("a.mp4", .av1, by: .svtAV1, ["a quality with max-bitrate", "--encoder libaom-av1"]) {
            $0.rate = .bitrate(1_000_000)
            $0.stream.maxBitrate = 2_000_000
        },
        Refusal("a.webm", .vp9, ["transparency", "yuv420p"]) {
            $0.hasAlpha = true
            $0.stream.pixelFormat = .yuv444p
        },
        Refusal("a.mov", .prores, ["transparency", "yuv444p10"]) {
            $0.hasAlpha = true
            $0.stream.profile = .hq
        },
        Refusal("a.mp4", .h264, ["bit rate", "10000"]) { $0.rate = .bitsPerPixel(0.0001) },
    ]

    @Test("What does not go together is refused with what would", arguments: refusals)
    func refusal(refusal: Refusal) throws {
        let settings = try refusal.kind.videoSettings()
        let error = #expect(throws: FileError.self) { try settings.validate() }
        #expect(error?.code == .invalidSettings)
        for word in refusal.words { #expect(error?.message.contains(word) == true, "\(error?.message ?? "")") }
    }
}
