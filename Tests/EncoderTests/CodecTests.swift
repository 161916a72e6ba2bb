import Foundation
import Frames
import TestSupport
import Testing

@testable import Decoder
@testable import Encoder
@testable import Files
@testable import LibAV

@Suite("Codecs and containers")
struct CodecTests {
    private let folder: TemporaryFolder
    private let size = PixelSize(width: 96, height: 64)
    private let chapters = [Chapter(name: "Opening", start: .zero), Chapter(name: "收入", start: .seconds(2))]

    init() throws { folder = try TemporaryFolder() }

    /// A format, and ffprobe's name for it.
    struct Kind: CustomTestStringConvertible, Sendable {
        let name: String
        let codec: VideoCodec
        var encoder: VideoEncoderName?
        var testDescription: String { "\(codec.rawValue) in \(name)" }
    }

    static let kinds: [Kind] =
        ["mp4", "mkv"].flatMap { name in [.h264, .hevc, .av1, .vp9].map { Kind(name: "out.\(name)", codec: $0) } }
        + [
            Kind(name: "out.m4v", codec: .h264), Kind(name: "out.webm", codec: .vp9),
            Kind(name: "out.webm", codec: .av1), Kind(name: "out.mov", codec: .h264),
            Kind(name: "out.mov", codec: .hevc), Kind(name: "out.mov", codec: .prores),
            Kind(name: "out.mp4", codec: .av1, encoder: .aomAV1),
        ]

    private func settings(
        _ kind: Kind, rate: String = "30", quality: RateControl = .quality(20), preset: EncoderPreset = .ultrafast
    ) throws -> VideoSettings {
        var settings = VideoSettings(
            size: size, frameRate: try #require(FrameRate(rate)), preset: preset, rate: quality)
        settings.container = try #require(MovieContainer(fileName: kind.name))
        settings.codec = kind.codec
        settings.encoder = kind.encoder
        return settings
    }

    private func write(
        _ settings: VideoSettings, name: String, count: Int, soundtrack: SoundtrackSettings? = nil,
        chapters: [Chapter] = []
    ) async throws -> (path: String, summary: MovieSummary, warnings: [String]) {
        let path = folder.path(name)
        let writer = try MovieWriter(
            path: path, video: settings, soundtrack: soundtrack.map { try Soundtrack($0) },
            creationTime: 1_790_000_000, metadata: MovieMetadata(pageAddress: "https://example.org/é"))
        let pictures = Pictures(settings.size)
        for index in 0..<count { try await writer.append(Frame(index: index, pixels: pictures.moving(index))) }
        let summary = try await writer.finish(
            frameCount: count, chapters: chapters,
            metadata: MovieMetadata(title: "年度报告 “Report”", pageAddress: "https://example.org/é"))
        return (path, summary, writer.warnings)
    }

    @Test("Streams have the right tags, times and names", arguments: kinds)
    func matrix(kind: Kind) async throws {
        let (path, summary, warnings) = try await write(
            settings(kind, rate: "10"), name: kind.name, count: 42, chapters: chapters)
        let probe = try await Tool.probe(path)
        let video = try probe.video
        #expect(video.codec_name == kind.codec.rawValue)
        // libav's decoder has all 4444 in 12 bits.
        #expect(video.pix_fmt == (kind.codec == .prores ? "yuv444p12le" : "yuv420p"))
        // From FFmpeg 6.1 on, ProRes states this only per picture.
        let range = kind.codec == .prores ? try await Tool.pictureRange(path) : video.color_range
        #expect(range == "tv")
        #expect(video.color_space == "bt709")
        #expect(video.color_transfer == "bt709")
        #expect(video.color_primaries == "bt709")
        #expect(video.r_frame_rate == "10/1")
        #expect(video.avg_frame_rate == "10/1")
        #expect(summary.format.codec == kind.codec)
        #expect(warnings == [])
        if let encoder = kind.encoder { #expect(summary.format.encoder == encoder.rawValue) }
        if kind.codec == .hevc, !summary.format.container.isMatroska { #expect(video.codec_tag_string == "hvc1") }
        let packets = try await Tool.videoPackets(path)
        #expect(packets.count == 42)
        #expect(packets.first?.pts == 0)
        let keys = packets.enumerated().filter { $0.element.flags.contains("K") }.map(\.offset)
        #expect(zip([0] + keys, keys + [42]).allSatisfy { $1 - $0 <= 20 }, "\(keys)")
        #expect(probe.chapters.map { $0.tags?["title"] } == ["Opening", "收入"])
        #expect(probe.chapters.map { Double($0.start_time) } == [0, 2])
        var tags: [String: String] = [:]
        for (name, value) in probe.format.tags ?? [:] { tags[name.lowercased()] = value }
        #expect(tags["title"] == "年度报告 “Report”")
        #expect(tags["comment"] == "https://example.org/é")
        #expect(tags["creation_time"] == "2026-09-21T14:13:20.000000Z")
        #expect(abs((Double(probe.format.duration) ?? 0) - 4.2) < 0.002)
        let pictures = try await Tool.pictures(path)
        #expect(pictures.count == 42 * size.width * size.height * 3)
    }

    @Test("Colors are accurate to 5 of 255", arguments: kinds)
    func colors(kind: Kind) async throws {
        let colors: [UInt32] = [0xff0000, 0x00ff00, 0x0000ff, 0x808080, 0xffffff, 0x000000]
        let path = folder.path(kind.name)
        let writer = try MovieWriter(path: path, video: settings(kind, quality: .quality(8)), soundtrack: nil)
        let pictures = Pictures(size)
        for (index, color) in colors.enumerated() {
            try await writer.append(Frame(index: index, pixels: pictures.flat(color)))
        }
        _ = try await writer.finish(
            frameCount: colors.count, chapters: [], metadata: MovieMetadata(title: "", pageAddress: ""))
        let bytes = [UInt8](try await Tool.pictures(path))
        let length = size.width * size.height * 3
        try #require(bytes.count == length * colors.count)
        for (index, color) in colors.enumerated() {
            let wanted = [16, 8, 0].map { Int(color >> $0 & 0xff) }
            let middle = index * length + (size.height / 2 * size.width + size.width / 2) * 3
            for channel in 0..<3 { #expect(abs(Int(bytes[middle + channel]) - wanted[channel]) <= 5) }
        }
    }

    /// Every format with three threads, every encoder also with one.
    static let threadedKinds =
        kinds.map { ($0, 3) } + kinds.filter { $0.name == "out.mp4" || $0.codec == .prores }.map { ($0, 1) }

    @Test("Encoding is reproducible with the same number of threads", arguments: threadedKinds)
    func determinism(kind: Kind, threads: Int) async throws {
        var settings = try settings(kind, rate: "29.97")
        settings.threads = threads
        let first = try await write(settings, name: "a-\(kind.name)", count: 40)
        let second = try await write(settings, name: "b-\(kind.name)", count: 40)
        #expect(first.summary.format.threads == threads)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: first.path))
        #expect(try Data(contentsOf: URL(fileURLWithPath: second.path)) == bytes)
    }

    @Test("Encoders can be opened and closed concurrently", arguments: [VideoCodec.h264, .hevc, .av1, .vp9])
    func sideBySide(codec: VideoCodec) async throws {
        let settings = try settings(Kind(name: "out.mp4", codec: codec))
        try await withThrowingTaskGroup { group in
            for writer in 0..<8 {
                group.addTask {
                    for movie in 0..<4 {
                        let written = try await write(settings, name: "\(writer)-\(movie).mp4", count: 10)
                        #expect(written.summary.frames == 10)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test(
        "The sound is looped to the length of the pictures, as Opus in WebM", arguments: ["mp4", "mkv", "webm", "mov"])
    func sound(container: String) async throws {
        let sound = try await Sounds.file("wav", Sounds.loop(), in: folder)
        let codec: VideoCodec = container == "webm" ? .vp9 : .h264
        let (path, summary, _) = try await write(
            settings(Kind(name: "out.\(container)", codec: codec)), name: "out.\(container)", count: 129,
            soundtrack: SoundtrackSettings(path: sound))
        let audio = try await Tool.probe(path).audio
        #expect(audio.codec_name == (container == "webm" ? "opus" : "aac"))
        #expect(summary.sound?.codec == audio.codec_name)
        #expect(summary.sound?.samples == 206_400)
        // AAC is decoded in whole packets; Opus states how much to skip.
        let samples = try await Tool.samples(path).count / 2
        #expect(container == "webm" ? samples == 206_400 : abs(samples - 206_400) <= 2048)
        // AAC's first 1024 samples, 21 ms, precede the pictures. From FFmpeg 7 on, Matroska's
        // CodecDelay skips them and the pictures start at 0. Before, the sound starts at 0.
        let start = try #require(try await Tool.videoPackets(path).first?.pts)
        if container == "mkv" {
            let soundStart = try #require(try await Tool.packets(path, of: "a").first?.pts)
            #expect(start - soundStart == 21)
            #expect(start == 0 || soundStart == 0)
        } else {
            #expect(start == 0)
        }
    }

    @Test("Quality, bit rate and preset affect the file size", arguments: [VideoCodec.h264, .hevc, .av1, .vp9])
    func rates(codec: VideoCodec) async throws {
        let kind = Kind(name: "out.mkv", codec: codec)
        let fine = try await write(settings(kind, quality: .quality(8)), name: "a.mkv", count: 30)
        let coarse = try await write(settings(kind, quality: .quality(48)), name: "b.mkv", count: 30)
        #expect(fine.summary.bytes * 2 > 3 * coarse.summary.bytes)
        let low = try await write(settings(kind, quality: .bitrate(60_000)), name: "c.mkv", count: 120)
        let high = try await write(settings(kind, quality: .bitrate(1_500_000)), name: "d.mkv", count: 120)
        #expect(high.summary.bytes > 2 * low.summary.bytes)
    }

    @Test("Quality 0 is lossless", arguments: [VideoCodec.h264, .hevc, .vp9])
    func lossless(codec: VideoCodec) async throws {
        let kind = Kind(name: "out.mkv", codec: codec)
        let (path, _, warnings) = try await write(settings(kind, quality: .quality(0)), name: "out.mkv", count: 10)
        // The other two confirm the third: all decode to the input.
        let reference = try await write(
            settings(Kind(name: "ref.mkv", codec: .vp9), quality: .quality(0)), name: "ref.mkv", count: 10)
        let planes = ["-v", "error", "-nostdin", "-i", path, "-f", "rawvideo", "-pix_fmt", "yuv420p", "-"]
        let others = ["-v", "error", "-nostdin", "-i", reference.path, "-f", "rawvideo", "-pix_fmt", "yuv420p", "-"]
        #expect(try await Tool.run("ffmpeg", planes) == Tool.run("ffmpeg", others))
        if codec == .h264 {
            #expect(try await Tool.probe(path).video.profile == "High 4:4:4 Predictive")
            #expect(warnings.count == 1 && warnings[0].contains("--quality 1"))
        } else {
            #expect(warnings == [])
        }
    }

    @Test("Missing hardware falls back to software with a warning")
    func hardware() async throws {
        for wish in VideoEncoderName.allCases where wish.hardware != nil {
            let kind = Kind(name: "\(wish.rawValue).mkv", codec: wish.codec, encoder: wish)
            let (path, summary, warnings) = try await write(settings(kind), name: kind.name, count: 3)
            #expect(try await Tool.probe(path).video.codec_name == wish.codec.rawValue)
            if summary.format.encoder == wish.rawValue {
                #expect(warnings == [])
            } else {
                #expect(warnings.count == 1)
                #expect(warnings.first?.hasPrefix("The encoder \(wish.rawValue) ") == true)
                #expect(warnings.first?.hasSuffix("; \(summary.format.encoder) encodes instead.") == true)
            }
        }
    }

    @Test("FFV1 is lossless", arguments: [(96, 64), (2, 64), (64, 2), (2, 2), (3, 4), (4, 3)])
    func everyPixel(width: Int, height: Int) async throws {
        let kind = Kind(name: "out.mkv", codec: .ffv1)
        var settings = try settings(kind)
        settings.size = PixelSize(width: width, height: height)
        let (path, _, warnings) = try await write(settings, name: kind.name, count: 4)
        #expect(warnings == [])
        let frames = try await FrameDecoder.frames(of: path, as: .rgb24)
        #expect(frames.count == 4)
        for (index, frame) in frames.enumerated() {
            for row in 0..<height {
                for column in 0..<width {
                    let wave = column * 3 + index * 5
                    #expect(frame.pixel(column, row) == [wave & 0xff, row * 4 & 0xff, (column ^ row ^ index) & 0xff])
                }
            }
        }
    }

    @Test("Unsupported combinations are rejected and leave no file")
    func mismatch() throws {
        for (name, codec, encoder) in [
            ("out.webm", VideoCodec.h264, nil), ("out.mov", .vp9, nil), ("out.mp4", .hevc, VideoEncoderName.x264),
        ] {
            let settings = try settings(Kind(name: name, codec: codec, encoder: encoder))
            let error = #expect(throws: FileError.self) {
                _ = try MovieWriter(path: folder.path(name), video: settings, soundtrack: nil)
            }
            #expect(error?.code == .invalidSettings)
        }
        #expect(folder.contents == [])
    }

    @Test("Encoders can be closed before their first picture", arguments: VideoCodec.allCases)
    func unused(codec: VideoCodec) async throws {
        let kind = Kind(name: codec == .prores ? "out.mov" : "out.mkv", codec: codec)
        let writer = try MovieWriter(path: folder.path(kind.name), video: settings(kind), soundtrack: nil)
        await writer.discard()
    }

    @Test("Every page size can be encoded", arguments: [VideoCodec.hevc, .av1, .vp9], [(16, 16), (17, 33)])
    func smallSizes(codec: VideoCodec, side: (Int, Int)) async throws {
        var settings = try settings(Kind(name: "out.mp4", codec: codec))
        settings.size = PixelSize(width: side.0, height: side.1)
        let (path, summary, _) = try await write(settings, name: "out.mp4", count: 5)
        #expect(try await Tool.probe(path).video.width == summary.size.width)
        #expect(try await Tool.videoPackets(path).count == 5)
    }

    @Test("A Matroska title can have any length")
    func titles() {
        for title in ["", "a", "年度报告", String(repeating: "长", count: 2000)] {
            let bytes = MatroskaFront.element(title)
            #expect(bytes.count == MatroskaFront.capacity + 4)
        }
    }
}
