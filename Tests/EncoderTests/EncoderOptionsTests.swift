import Frames
import Testing

@testable import Encoder

@Suite("Encoder options")
struct EncoderOptionsTests {
    private func options(
        _ encoder: VideoEncoderName, quality: Double = 20, preset: EncoderPreset = .veryfast, threads: Int = 3
    ) -> EncoderOptions {
        var settings = VideoSettings(
            size: PixelSize(width: 64, height: 48), frameRate: .thirty, preset: preset, rate: .quality(quality))
        settings.codec = encoder.codec
        return EncoderOptions(encoder, settings, threads: threads)
    }

    private func value(_ name: String, _ options: EncoderOptions) -> String? {
        options.options.first { $0.name == name }?.value
    }

    @Test("Quality is converted to each encoder's scale")
    func quality() {
        #expect(value("crf", options(.x264)) == "20.0")
        #expect(value("crf", options(.x265, quality: 51)) == "51.0")
        #expect(value("crf", options(.vpxVP9)) == "25")
        #expect(value("crf", options(.svtAV1, quality: 51)) == "63")
        #expect(value("crf", options(.svtAV1, quality: 0)) == "1")
        #expect(value("lossless", options(.vpxVP9, quality: 0)) == "1")
        #expect(value("profile", options(.x264, quality: 0)) == "high444")
        #expect(value("x265-params", options(.x265, quality: 0))?.contains("lossless=1") == true)
        #expect(options(.vp9VAAPI, quality: 51).globalQuality == 255)
        #expect(value("cq", options(.h264NVENC)) == "20")
        // In FF_QP2LAMBDA, 118.
        #expect(options(.h264QSV).hasConstantQuantizer && options(.h264QSV).globalQuality == 2360)
        #expect(options(.av1QSV, quality: 51).globalQuality == 30090)
    }

    @Test("Each x264 preset has an equivalent", arguments: EncoderPreset.allCases)
    func presets(preset: EncoderPreset) {
        #expect(value("preset", options(.x264, preset: preset)) == preset.rawValue)
        #expect(value("preset", options(.x265, preset: preset)) == preset.rawValue)
        let slowest = EncoderPreset.placebo
        if preset != slowest {
            for (encoder, name) in [(VideoEncoderName.svtAV1, "preset"), (.aomAV1, "cpu-used")] {
                let own = value(name, options(encoder, preset: preset)).flatMap { Int($0) }
                let last = value(name, options(encoder, preset: slowest)).flatMap { Int($0) }
                #expect((own ?? -1) > (last ?? .max))
            }
        }
    }

    @Test("The thread count is passed on")
    func threads() {
        #expect(options(.x264).threads == 3)
        #expect((1...4).contains(EncoderOptions.suitableThreads(for: .x264, PixelSize(width: 1920, height: 1080))))
        #expect((1...3).contains(EncoderOptions.suitableThreads(for: .x264, PixelSize(width: 3840, height: 2160))))
        #expect(value("x265-params", options(.x265))?.contains("pools=3") == true)
        #expect(value("svtav1-params", options(.svtAV1)) == "lp=3")
    }
}
