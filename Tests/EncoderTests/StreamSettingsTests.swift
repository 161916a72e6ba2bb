import Foundation
import Frames
import TestSupport
import Testing

@testable import Decoder
@testable import Encoder
@testable import Files
@testable import LibAV

/// Settings of the video stream, read back by ffprobe for every codec that has them.
@Suite("Stream settings")
struct StreamSettingsTests {
    private let folder: TemporaryFolder
    private let size = PixelSize(width: 96, height: 64)

    init() throws { folder = try TemporaryFolder() }

    // MARK: Profiles and pixel formats

    /// A profile with a pixel format, and what ffprobe calls both.
    struct ProfileCase: CustomTestStringConvertible, Sendable {
        let codec: VideoCodec
        let profile: CodecProfile?
        let format: PixelFormat
        var testDescription: String { "\(codec.rawValue) \(profile?.rawValue ?? "") \(format.rawValue)" }

        /// ffprobe's name of the profile.
        var probedProfile: String? {
            switch (codec, profile) {
            case (.h264, .baseline): "Constrained Baseline"
            case (.h264, .main), (.hevc, .main), (.av1, .main): "Main"
            case (.h264, .high), (.av1, .high): "High"
            case (.h264, .high10): "High 10"
            case (.h264, .high422): "High 4:2:2"
            case (.h264, .high444): "High 4:4:4 Predictive"
            case (.hevc, .main10): "Main 10"
            case (.hevc, _): "Rext"
            case (.av1, _): "Professional"
            case (.vp9, let profile?): "Profile \(profile.rawValue)"
            case (.prores, .prores4444): "4444"
            case (.prores, .prores4444XQ): "XQ"
            case (.prores, .lt): "LT"
            case (.prores, .hq): "HQ"
            case (.prores, let profile?): profile.rawValue.capitalized
            default: nil
            }
        }

        /// ffprobe's name of the format; libav's decoder has all ProRes 4444 in 12 bits.
        var probedFormat: String {
            if codec == .prores, profile == .prores4444 || profile == .prores4444XQ { return "yuv444p12le" }
            return format.rawValue + (format.rawValue.hasSuffix("p10") ? "le" : "")
        }

        var kind: StreamKind {
            let name = codec == .prores ? "a.mov" : codec == .ffv1 ? "a.mkv" : "a.mp4"
            return StreamKind(name: name, codec: codec) { [self] settings in
                settings.stream.profile = profile
                settings.stream.pixelFormat = format
            }
        }
    }

    static let profiles: [ProfileCase] = VideoCodec.allCases.flatMap { codec in
        codec == .ffv1
            ? PixelFormat.allCases.map { ProfileCase(codec: codec, profile: nil, format: $0) }
            : codec.profiles.flatMap { entry in
                entry.formats.map { ProfileCase(codec: codec, profile: entry.profile, format: $0) }
            }
    }

    @Test("Profile and pixel format are in the file, and its colors are right", arguments: profiles)
    func profile(wanted: ProfileCase) async throws {
        var settings = try wanted.kind.videoSettings()
        settings.rate = .quality(6)
        let colors: [UInt32] = [0xff0000, 0x00ff00, 0x0000ff, 0x808080, 0xffffff, 0x000000]
        let pictures = Pictures(size)
        let (path, _, warnings) = try await settings.write(wanted.kind.name, in: folder, count: colors.count) {
            try pictures.flat(colors[$0])
        }
        #expect(warnings == [])
        let video = try await Tool.probe(path).video
        if let profile = wanted.probedProfile { #expect(video.profile == profile) }
        #expect(video.pix_fmt == wanted.probedFormat)
        #expect(wanted.format == .bgr0 || video.color_space == "bt709")
        let bytes = [UInt8](try await Tool.pictures(path))
        let length = size.width * size.height * 3
        try #require(bytes.count == length * colors.count)
        for (index, color) in colors.enumerated() {
            let middle = index * length + (size.height / 2 * size.width + size.width / 2) * 3
            for (channel, shift) in [16, 8, 0].enumerated() {
                let wanted = Int(color >> shift & 0xff)
                #expect(abs(Int(bytes[middle + channel]) - wanted) <= 6, "picture \(index), channel \(channel)")
            }
        }
    }

    @Test(
        "A profile alone chooses its pixel format",
        arguments: [(CodecProfile.high444, "yuv444p"), (.high10, "yuv420p10le")])
    func impliedFormat(profile: CodecProfile, format: String) async throws {
        var settings = try StreamKind(name: "a.mkv", codec: .h264).videoSettings()
        settings.stream.profile = profile
        #expect(try await Tool.probe(settings.write("a.mkv", in: folder)).video.pix_fmt == format)
    }

    /// With chroma for each pixel, a colored row must not bleed into its neighbors.
    @Test("4:4:4 keeps the color of each row and column", arguments: [PixelFormat.yuv444p, .yuv444p10, .yuv422p])
    func chromaLocation(format: PixelFormat) async throws {
        var settings = try StreamKind(name: "a.mkv", codec: .ffv1).videoSettings()
        settings.stream.pixelFormat = format
        let pictures = Pictures(size)
        let row = try pictures.picture { _, row in row == 20 ? 0xff0000 : 0x0000ff }
        let bytes = [UInt8](try await Tool.pictures(settings.write("a.mkv", in: folder, count: 1) { _ in row }.path))
        for (line, wanted) in [(19, [0, 0, 255]), (20, [255, 0, 0]), (21, [0, 0, 255])] {
            let start = (line * size.width + 40) * 3
            let found = bytes[start..<start + 3].map(Int.init)
            #expect(zip(found, wanted).allSatisfy { abs($0 - $1) <= 5 }, "row \(line): \(found)")
        }
    }

    // MARK: Levels

    @Test(
        "A level is in the file",
        arguments: [
            (StreamKind(name: "a.mp4", codec: .h264), "4.1", 41), (StreamKind(name: "a.mkv", codec: .h264), "5", 50),
            (StreamKind(name: "a.mp4", codec: .hevc), "4.1", 123), (StreamKind(name: "a.mkv", codec: .hevc), "3", 90),
            // AV1 counts four minor levels for each level from 2 on (6.4.1: seq_level_idx).
            (StreamKind(name: "a.mp4", codec: .av1), "5.1", 13), (StreamKind(name: "a.webm", codec: .av1), "4", 8),
        ])
    func level(kind: StreamKind, level: String, probed: Int) async throws {
        var settings = try kind.videoSettings()
        settings.stream.level = CodecLevel(level)
        #expect(try await Tool.probe(settings.write(kind.name, in: folder)).video.level == probed)
    }

    @Test("An MP4 file's index states VP9's level")
    func vp9Level() async throws {
        var settings = try StreamKind(name: "a.mp4", codec: .vp9).videoSettings()
        settings.stream.level = CodecLevel("4.1")
        let file = try Data(contentsOf: URL(fileURLWithPath: await settings.write("a.mp4", in: folder)))
        // VP Codec ISO Media File Format Binding: four bytes of version and flags, the profile, the level.
        let box = try #require(file.range(of: Data("vpcC".utf8)))
        #expect(file[box.upperBound + 4] == 0)
        #expect(file[box.upperBound + 5] == 41)
    }

    @Test("A level of H.264 limits the bit rate")
    func levelLimits() throws {
        var settings = VideoSettings(
            size: PixelSize(width: 1920, height: 1080), frameRate: .thirty, preset: .veryslow)
        settings.stream.level = CodecLevel(number: 41)
        let options = EncoderOptions(.x264, settings, threads: 1)
        #expect(options.maxBitrate == 62_500_000)
        #expect(options.bufferSize == 78_125_000)
    }

    @Test(
        "A level's decoder holds the reference pictures",
        arguments: [
            ("4.1", "1920x1080", "ref=4", "2"), ("5", "1920x1080", "ref=13", "2"), ("4", "1920x1080", "ref=4", "2"),
            ("1.1", "352x288", "ref=2", "0"),
        ])
    func references(level: String, size: String, most: String, pyramid: String) async throws {
        var settings = try StreamKind(name: "a.mp4", codec: .h264).videoSettings(size: #require(PixelSize(size)))
        settings.frameRate = try #require(FrameRate("7"))
        settings.preset = .veryslow
        settings.stream.level = CodecLevel(level)
        let pictures = Pictures(settings.size)
        let picture = try pictures.moving(0)
        let path = try await settings.write("a.mp4", in: folder, count: 2) { _ in picture }.path
        // 110400 macroblocks of level 5, and 32768 of levels 4 and 4.1, of 120 × 68; 900 of level 1.1, of 22 × 18
        // (ITU-T H.264, table A-1). x264 writes what it uses into the stream.
        let file = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(file.range(of: Data(" \(most) ".utf8)) != nil)
        #expect(file.range(of: Data(" b_pyramid=\(pyramid) ".utf8)) != nil)
    }

    @Test(
        "The lowest level follows from size, frame rate and bit rate",
        arguments: [
            // Widely published examples of the standards' tables.
            (VideoCodec.h264, "1280x720", "30", 0, "3.1"), (.h264, "1280x720", "60", 0, "3.2"),
            (.h264, "1920x1080", "30", 0, "4"), (.h264, "1920x1080", "60", 0, "4.2"),
            (.h264, "1920x1080", "30", 40_000_000, "4.1"), (.h264, "3840x2160", "30", 0, "5.1"),
            (.h264, "3840x2160", "60", 0, "5.2"), (.hevc, "1920x1080", "30", 0, "4"),
            (.hevc, "1920x1080", "60", 0, "4.1"), (.hevc, "3840x2160", "30", 0, "5"),
            (.hevc, "3840x2160", "60", 0, "5.1"), (.av1, "1920x1080", "30", 0, "4"),
            (.av1, "1920x1080", "60", 0, "4.1"), (.av1, "3840x2160", "60", 0, "5.1"),
            (.vp9, "1280x720", "30", 0, "3.1"), (.vp9, "1920x1080", "30", 0, "4"),
            (.vp9, "1920x1080", "60", 0, "4.1"), (.vp9, "3840x2160", "60", 0, "5.1"),
        ])
    func lowestLevel(codec: VideoCodec, size: String, rate: String, bits: Int, level: String) throws {
        let profile = codec == .h264 ? CodecProfile.high : codec.profiles[0].profile
        let lowest = codec.lowestLevel(
            for: try #require(PixelSize(size)), try #require(FrameRate(rate)), bitrate: bits, profile: profile)
        #expect(lowest?.description == level)
    }

    @Test("x264 itself chooses the same lowest level", arguments: [(640, 360, 30), (1280, 720, 60), (1024, 1024, 24)])
    func lowestOfX264(width: Int, height: Int, rate: Int) async throws {
        let size = PixelSize(width: width, height: height)
        var settings = try StreamKind(name: "a.mp4", codec: .h264).videoSettings(size: size)
        settings.frameRate = try #require(FrameRate("\(rate)"))
        let lowest = VideoCodec.h264.lowestLevel(for: size, settings.frameRate, bitrate: 0, profile: .high)
        #expect(try await Tool.probe(settings.write("a.mp4", in: folder, count: 2)).video.level == lowest?.number)
    }

    // MARK: Keyframes

    @Test(
        "Keyframes are as far apart as requested", arguments: StreamKind.adjustable,
        [(KeyframeInterval.frames(7), 7), (.time(.milliseconds(500)), 15), (.frames(2), 2)])
    func keyframes(kind: StreamKind, interval: (KeyframeInterval, Int)) async throws {
        var settings = try kind.videoSettings()
        settings.stream.keyframeInterval = interval.0
        // Without changes of scene, which begin with a keyframe of their own.
        let picture = try Pictures(size).moving(0)
        let path = try await settings.write(kind.name, in: folder, count: 45) { _ in picture }.path
        let keys = try await Tool.videoPackets(path).enumerated().filter { $0.element.flags.contains("K") }
        #expect(keys.map(\.offset) == Array(stride(from: 0, to: 45, by: interval.1)))
    }

    @Test(
        "Every frame can be a keyframe",
        arguments: StreamKind.adjustable.filter { $0.codec != .av1 || $0.encoder != nil })
    func onlyKeyframes(kind: StreamKind) async throws {
        var settings = try kind.videoSettings()
        settings.stream.keyframeInterval = .frames(1)
        let packets = try await Tool.videoPackets(settings.write(kind.name, in: folder))
        #expect(packets.count == 6 && packets.allSatisfy { $0.flags.contains("K") })
    }

    // MARK: Tunes

    static let tuned: [(VideoEncoderName, EncoderTune)] = VideoEncoderName.allCases.filter { $0.hardware == nil }
        .flatMap { encoder in encoder.tunes.map { (encoder, $0) } }

    @Test("Each encoder has its tunes", arguments: tuned)
    func tune(encoder: VideoEncoderName, tune: EncoderTune) async throws {
        var settings = try StreamKind(name: "a.mkv", codec: encoder.codec, encoder: encoder).videoSettings()
        settings.stream.tune = tune
        let pictures = Pictures(size)
        let (path, summary, warnings) = try await settings.write("a.mkv", in: folder, count: 12) {
            try pictures.moving($0)
        }
        #expect(warnings == [])
        #expect(summary.format.encoder == encoder.rawValue)
        #expect(try await Tool.videoPackets(path).count == 12)
        settings.stream.tune = nil
        let plain = try await settings.write("b.mkv", in: folder, count: 12) { try pictures.moving($0) }
        // These are what the encoders do anyway.
        let usual: [VideoEncoderName: [EncoderTune]] = [.svtAV1: [.psnr], .aomAV1: [.psnr], .vpxVP9: [.psnr]]
        if usual[encoder]?.contains(tune) != true, tune != .fastdecode {
            #expect(
                try Data(contentsOf: URL(fileURLWithPath: path)) != Data(contentsOf: URL(fileURLWithPath: plain.path)))
        }
    }

    @Test("Missing hardware leaves out its tune, with a warning")
    func hardwareTune() async throws {
        var settings = try StreamKind(name: "a.mkv", codec: .h264, encoder: .h264NVENC).videoSettings()
        settings.stream.tune = .ull
        let pictures = Pictures(size)
        let (_, summary, warnings) = try await settings.write("a.mkv", in: folder, count: 2) { try pictures.moving($0) }
        if summary.format.encoder == "libx264" {
            #expect(warnings.first?.hasSuffix("libx264 encodes instead, without --tune.") == true, "\(warnings)")
        }
    }

    @Test("Hardware encoders know the options", arguments: VideoEncoderName.allCases.filter { $0.hardware != nil })
    func hardwareOptions(encoder: VideoEncoderName) throws {
        try FFmpeg.load()
        // av1_nvenc, av1_qsv and av1_vaapi are not in every FFmpeg.
        guard let codec = try CodecContext.encoder(named: encoder.rawValue) else { return }
        for preset in EncoderPreset.allCases {
            var settings = VideoSettings(size: size, frameRate: .thirty, preset: preset)
            settings.codec = encoder.codec
            for (name, value) in EncoderOptions(encoder, settings, threads: 1).options {
                try codec.setOption(name, value)
            }
        }
        for profile in encoder.codec.profiles where profile.formats.contains(.yuv420p) {
            for level in encoder.statesLevel ? encoder.codec.levels.map(\.level) : [] {
                // The encoders' own tables begin higher.
                guard level.number >= 40 else { continue }
                var settings = VideoSettings(size: size, frameRate: .thirty)
                settings.codec = encoder.codec
                settings.stream.profile = profile.profile
                settings.stream.level = level
                settings.stream.tune = encoder.tunes.first
                for (name, value) in EncoderOptions(encoder, settings, threads: 1).options {
                    try codec.setOption(name, value)
                }
            }
        }
    }

    // MARK: Shape and size

    @Test(
        "Pixels that are not square are in the file",
        arguments: [
            StreamKind(name: "a.mp4", codec: .h264), StreamKind(name: "a.mkv", codec: .hevc),
            StreamKind(name: "a.mp4", codec: .av1),
            StreamKind(name: "a.webm", codec: .vp9), StreamKind(name: "a.mkv", codec: .ffv1),
            StreamKind(name: "a.mov", codec: .prores),
        ])
    func aspect(kind: StreamKind) async throws {
        var settings = try kind.videoSettings()
        settings.stream.pixelAspect = try #require(PixelAspect("4:3"))
        #expect(try await Tool.probe(settings.write(kind.name, in: folder)).video.sample_aspect_ratio == "4:3")
    }

    @Test("Frames are scaled to the video's size", arguments: ["48x32", "192x128", "51x33"], [false, true])
    func scaledSize(text: String, hasAlpha: Bool) async throws {
        let target = try #require(PixelSize(text))
        var settings = try StreamKind(name: "a.mkv", codec: .ffv1).videoSettings()
        settings.scaledSize = target
        settings.hasAlpha = hasAlpha
        let pictures = Pictures(size, hasAlpha: hasAlpha)
        // Red on the left, half-transparent or black on the right.
        let picture = try pictures.picture { column, _ in
            column < 48 ? 0xffff_0000 : hasAlpha ? 0x8000_0080 : 0xff00_0080
        }
        let (path, summary, _) = try await settings.write("a.mkv", in: folder, count: 2) { _ in picture }
        #expect(summary.size == target.roundedUpToEven)
        let video = try await Tool.probe(path).video
        #expect(video.width == summary.size.width && video.height == summary.size.height)
        let bytes = [UInt8](try await Tool.transparentPictures(path, decoder: "ffv1"))
        let middle = summary.size.height / 2 * summary.size.width
        let left = bytes[middle * 4..<middle * 4 + 4].map(Int.init)
        let end = (middle + summary.size.width - 1) * 4
        #expect(left == [255, 0, 0, 255])
        // Premultiplied alpha is rounded to whole numbers.
        let right = hasAlpha ? [0, 0, 255, 128] : [0, 0, 128, 255]
        #expect(zip(bytes[end..<end + 4].map(Int.init), right).allSatisfy { abs($0 - $1) <= 2 })
    }

    @Test("Texts of settings are read back, and wrong ones are not", arguments: ["60", "2s", "0.5s"])
    func texts(text: String) {
        #expect(KeyframeInterval(text)?.description == text)
        #expect(["0", "-1", "1.5", "0s", "100001", "x"].allSatisfy { KeyframeInterval($0) == nil })
        #expect(CodecLevel("4")?.description == "4" && CodecLevel("4.0") == CodecLevel("4"))
        #expect(["", "41", "4.", "4.11", "0", "1b"].allSatisfy { CodecLevel($0) == nil })
        #expect(PixelAspect("4:3")?.description == "4:3")
        #expect(["4", "4/3", "0:1", "1:1001", "4:3:2"].allSatisfy { PixelAspect($0) == nil })
    }
}
