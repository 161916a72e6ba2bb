import Foundation
import Frames
import TestSupport
import Testing

@testable import Encoder
@testable import Files
@testable import LibAV

@Suite("Video")
struct VideoTests {
    private let folder: TemporaryFolder
    private let size = PixelSize(width: 64, height: 48)

    init() throws { folder = try TemporaryFolder() }

    private func settings(
        _ rate: String = "30", size: PixelSize? = nil, preset: EncoderPreset = .veryfast,
        rateControl: RateControl = .quality(20)
    ) throws -> VideoSettings {
        VideoSettings(
            size: size ?? self.size, frameRate: try #require(FrameRate(rate)), preset: preset, rate: rateControl)
    }

    private let metadata = MovieMetadata(title: "", pageAddress: "")

    /// Writes changing pictures at some frames of the video.
    private func write(
        _ settings: VideoSettings, frames: [Int], count: Int, chapters: [Chapter] = []
    ) async throws -> (path: String, summary: MovieSummary) {
        let path = folder.path("out.mp4")
        let writer = try MovieWriter(path: path, video: settings, soundtrack: nil)
        let pictures = Pictures(settings.size)
        for index in frames { try await writer.append(Frame(index: index, pixels: try pictures.moving(index))) }
        let summary = try await writer.finish(frameCount: count, chapters: chapters, metadata: metadata)
        return (path, summary)
    }

    @Test(
        "A video has the given frames at a constant rate",
        arguments: ["30", "29.97", "12.5", "1", "120", "119.88", "24/7"])
    func constantFrameRate(rate: String) async throws {
        let settings = try settings(rate)
        let (path, summary) = try await write(settings, frames: Array(0..<75), count: 75)
        let video = try await Tool.probe(path).video
        #expect(video.nb_frames == "75")
        let (numerator, denominator) = (settings.frameRate.numerator, settings.frameRate.denominator)
        #expect(video.r_frame_rate == "\(numerator)/\(denominator)")
        #expect(video.avg_frame_rate == "\(numerator)/\(denominator)")
        let times = try await Tool.videoPackets(path).map(\.pts)
        let base = try #require(video.time_base?.split(separator: "/").last.flatMap { Int($0) })
        #expect(times == (0..<75).map { $0 * base * denominator / numerator })
        #expect(base * denominator % numerator == 0)
        #expect(video.duration_ts == 75 * base * denominator / numerator)
        #expect(summary.frames == 75)
        #expect(summary.duration == settings.frameRate.time(ofFrame: 75))
        #expect(summary.sound == nil)
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int == summary.bytes)
    }

    @Test("Every preset gives H.264 High, 4:2:0, BT.709, limited range", arguments: EncoderPreset.allCases)
    func tags(preset: EncoderPreset) async throws {
        let (path, _) = try await write(settings(preset: preset), frames: [0, 1, 2], count: 12)
        let video = try await Tool.probe(path).video
        #expect(video.codec_name == "h264")
        #expect(video.profile == "High")
        #expect(video.pix_fmt == "yuv420p")
        #expect(video.color_range == "tv")
        #expect(video.color_space == "bt709")
        #expect(video.color_transfer == "bt709")
        #expect(video.color_primaries == "bt709")
        #expect(video.chroma_location == "left")
    }

    @Test("Colors are accurate to 3 of 255")
    func colors() async throws {
        let colors: [UInt32] = [0xff0000, 0x00ff00, 0x0000ff, 0x808080, 0xffffff, 0x000000]
        let path = folder.path("out.mp4")
        let writer = try MovieWriter(path: path, video: settings(), soundtrack: nil)
        let pictures = Pictures(size)
        for (index, color) in colors.enumerated() {
            try await writer.append(Frame(index: index, pixels: pictures.flat(color)))
        }
        _ = try await writer.finish(frameCount: colors.count, chapters: [], metadata: metadata)
        let bytes = try await Tool.pictures(path)
        let pictureLength = size.width * size.height * 3
        try #require(bytes.count == pictureLength * colors.count)
        for (index, color) in colors.enumerated() {
            let wanted = [16, 8, 0].map { Int(color >> $0 & 0xff) }
            let worst = bytes.dropFirst(index * pictureLength).prefix(pictureLength).enumerated()
                .map { abs(Int($0.element) - wanted[$0.offset % 3]) }.max()
            #expect(try #require(worst) <= 3, "color \(String(color, radix: 16))")
        }
    }

    @Test("The picture is neither mirrored nor flipped")
    func places() async throws {
        let path = folder.path("out.mp4")
        let writer = try MovieWriter(path: path, video: settings(rateControl: .quality(5)), soundtrack: nil)
        let pixels = try Pictures(size).picture { column, row in
            (column < 32 ? 0xff0000 : 0x0000ff) | (row < 24 ? 0x008000 : 0)
        }
        try await writer.append(Frame(index: 0, pixels: pixels))
        _ = try await writer.finish(frameCount: 1, chapters: [], metadata: metadata)
        let bytes = [UInt8](try await Tool.pictures(path))
        for (column, row, red, green, blue) in [(4, 4, 255, 128, 0), (60, 4, 0, 128, 255), (4, 44, 255, 0, 0)] {
            let start = (row * size.width + column) * 3
            #expect(abs(Int(bytes[start]) - red) <= 6)
            #expect(abs(Int(bytes[start + 1]) - green) <= 6)
            #expect(abs(Int(bytes[start + 2]) - blue) <= 6)
        }
    }

    @Test(
        "Odd sizes are padded by repeating the edge",
        arguments: [(63, 47), (63, 48), (64, 47), (17, 17)])
    func oddSizes(width: Int, height: Int) async throws {
        let size = PixelSize(width: width, height: height)
        let path = folder.path("out.mp4")
        let writer = try MovieWriter(path: path, video: settings(size: size, rateControl: .quality(1)), soundtrack: nil)
        // Green inside; padding with anything but the edge would show a black or green column.
        let pixels = try Pictures(size).picture { column, row in
            column >= width - 3 || row >= height - 3 ? 0xff0000 : 0x00ff00
        }
        try await writer.append(Frame(index: 0, pixels: pixels))
        let summary = try await writer.finish(frameCount: 1, chapters: [], metadata: metadata)
        #expect(summary.size == size.roundedUpToEven)
        let video = try await Tool.probe(path).video
        #expect(video.width == summary.size.width)
        #expect(video.height == summary.size.height)
        let bytes = [UInt8](try await Tool.pictures(path))
        let edge =
            (0..<summary.size.height).map { (summary.size.width - 1, $0) }
            + (0..<summary.size.width).map { ($0, summary.size.height - 1) }
        for (column, row) in edge {
            let start = (row * summary.size.width + column) * 3
            #expect(bytes[start] > 245 && bytes[start + 1] < 10 && bytes[start + 2] < 10, "at \(column), \(row)")
        }
    }

    @Test("Missing frames repeat the previous one")
    func gaps() async throws {
        let path = folder.path("out.mp4")
        let writer = try MovieWriter(path: path, video: settings(), soundtrack: nil)
        let pictures = Pictures(size)
        let grays: [Int: UInt32] = [2: 0x202020, 3: 0x606060, 7: 0xa0a0a0]
        for index in grays.keys.sorted() {
            try await writer.append(Frame(index: index, pixels: pictures.flat(try #require(grays[index]))))
        }
        #expect(writer.framesWritten == 8)
        let summary = try await writer.finish(frameCount: 10, chapters: [], metadata: metadata)
        #expect(summary.frames == 10)
        let bytes = [UInt8](try await Tool.pictures(path))
        let shown = (0..<10).map { Int(bytes[$0 * size.width * size.height * 3]) }
        let wanted = [0x20, 0x20, 0x20, 0x60, 0x60, 0x60, 0x60, 0xa0, 0xa0, 0xa0]
        for (value, target) in zip(shown, wanted) { #expect(abs(value - target) <= 3) }
    }

    @Test("There is a keyframe at least every 2 s", arguments: ["30", "29.97", "25", "1"])
    func keyframes(rate: String) async throws {
        let settings = try settings(rate)
        let count = settings.frameRate.frameCount(for: .seconds(9))
        let (path, _) = try await write(settings, frames: Array(0..<count), count: count)
        let keys = try await Tool.videoPackets(path).enumerated().filter { $0.element.flags.contains("K") }
            .map(\.offset)
        #expect(keys.first == 0)
        for (key, next) in zip(keys, keys.dropFirst() + [count]) {
            #expect(settings.frameRate.time(ofFrame: next - key) <= .seconds(2))
        }
    }

    @Test("Unchanged pixels are converted once")
    func sameness() async throws {
        let writer = try MovieWriter(path: folder.path("out.mp4"), video: settings(), soundtrack: nil)
        let pictures = Pictures(size)
        let first = try pictures.flat(0x123456)
        for index in 0..<5 { try await writer.append(Frame(index: index, pixels: first)) }
        #expect(await writer.conversions == 1)
        try await writer.append(Frame(index: 5, pixels: pictures.flat(0x123456)))
        #expect(await writer.conversions == 2)
    }

    @Test("Only the last frame's pixels are kept")
    func holdsOneBuffer() async throws {
        let writer = try MovieWriter(path: folder.path("out.mp4"), video: settings(), soundtrack: nil)
        let pictures = Pictures(size, capacity: 2)
        for index in 0..<20 { try await writer.append(Frame(index: index, pixels: pictures.moving(index))) }
        let free = pictures.pool.take()
        #expect(free != nil)
        #expect(pictures.pool.take() == nil)
        withExtendedLifetime((free, writer)) {}
    }

    @Test("The requested bit rate is approximated")
    func bitrate() async throws {
        let size = PixelSize(width: 320, height: 240)
        let low = try await write(
            settings(size: size, rateControl: .bitrate(200_000)), frames: Array(0..<150), count: 150)
        try FileManager.default.removeItem(atPath: low.path)
        let high = try await write(
            settings(size: size, rateControl: .bitrate(2_000_000)), frames: Array(0..<150), count: 150)
        #expect(low.summary.bytes * 2 < high.summary.bytes)
    }

    @Test("A missing encoder's message names the package of the loaded libavcodec")
    func missingEncoder() throws {
        try FFmpeg.load()
        let version = FFmpeg.codecVersion.prefix { $0 != "." }
        let error = FFmpeg.missing("encoder")
        #expect(error.code == .missingComponent)
        #expect(error.message.hasSuffix("apt-get install libavcodec\(version)"))
    }

    @Test("Invalid settings are rejected with a message")
    func invalidSettings() throws {
        for rate in [RateControl.quality(-1), .quality(52), .quality(.nan), .bitrate(0), .bitrate(-5)] {
            let error = #expect(throws: FileError.self) {
                _ = try MovieWriter(
                    path: folder.path("out.mp4"), video: settings(rateControl: rate), soundtrack: nil)
            }
            #expect(error?.code == .invalidSettings)
        }
        #expect(folder.contents == [])
    }
}
