import Foundation
import Frames
import TestSupport
import Testing

@testable import Decoder
@testable import Encoder
@testable import Files
@testable import LibAV

@Suite("Soundtrack")
struct SoundtrackTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(
        _ soundtrack: SoundtrackSettings, rate: String = "30", bitrate: Int = 160_000, count: Int,
        name: String = "out.mp4"
    ) async throws -> (path: String, summary: MovieSummary) {
        let video = VideoSettings(
            size: PixelSize(width: 64, height: 48), frameRate: try #require(FrameRate(rate)), preset: .ultrafast)
        let path = folder.path(name)
        var encoding = SoundEncoding()
        encoding.bitrate = bitrate
        let writer = try MovieWriter(path: path, video: video, soundtrack: Soundtrack(soundtrack), encoding: encoding)
        let pixels = try Pictures(video.size).moving(1)
        for index in 0..<count { try await writer.append(Frame(index: index, pixels: pixels)) }
        let summary = try await writer.finish(
            frameCount: count, chapters: [Chapter(name: "c", start: .zero)],
            metadata: MovieMetadata(title: "t", pageAddress: "p"))
        return (path, summary)
    }

    @Test(
        "Every format gets exactly the length of the pictures",
        arguments: ["wav", "flac", "mp3", "ogg", "opus", "m4a", "aac"],
        [("30", 129, 206_400), ("29.97", 131, 209_810), ("30", 20, 32_000)])
    func lengths(kind: String, movie: (rate: String, count: Int, samples: Int)) async throws {
        let file = try await Sounds.file(kind, Sounds.loop(), in: folder)
        let (path, summary) = try await write(SoundtrackSettings(path: file), rate: movie.rate, count: movie.count)
        let probe = try await Tool.probe(path)
        let audio = try probe.audio
        #expect(audio.codec_name == "aac")
        #expect(audio.sample_rate == "48000")
        #expect(audio.channels == 2)
        #expect(audio.time_base == "1/48000")
        #expect(audio.start_pts == 0)
        #expect(audio.duration_ts == movie.samples)
        #expect(try probe.video.nb_frames == "\(movie.count)")
        #expect(try probe.video.start_pts == 0)
        #expect(probe.streams.filter { $0.codec_type == "audio" }.count == 1)
        let sound = try #require(summary.sound)
        #expect(sound.samples == movie.samples)
        #expect(sound.sampleRate == 48_000)
        #expect(sound.codec == "aac")
        if kind != "aac" { #expect(sound.loops == (movie.count > 100 ? 3 : 0)) }
    }

    @Test("One frame and long fades are exact", arguments: [1, 2, 3, 40])
    func short(count: Int) async throws {
        let file = try await Sounds.file("wav", Sounds.loop(), in: folder)
        let (path, _) = try await write(
            SoundtrackSettings(path: file, fadeIn: .seconds(3), fadeOut: .seconds(20), offset: .milliseconds(-20)),
            rate: "120", count: count)
        let probe = try await Tool.probe(path)
        #expect(try probe.audio.duration_ts == count * 400)
        #expect(try probe.video.nb_frames == "\(count)")
    }

    @Test("The movie's sound matches the rendered soundtrack")
    func heard() async throws {
        let source = Sounds.loop()
        let file = try folder.write("loop.wav", Sounds.wave([source, source]))
        let (path, _) = try await write(
            SoundtrackSettings(path: file, fadeOut: .seconds(1)), bitrate: 320_000, count: 90)
        let heard = try await Tool.samples(path)
        // Interleaved channels; the decoder adds the padding of the last frame.
        #expect(heard.count / 2 >= 144_000)
        var (signal, noise): (Float, Float) = (0, 0)
        for index in 2000..<90_000 {
            let wanted = source[index % 60_000]
            signal += wanted * wanted
            noise += (heard[index * 2] - wanted) * (heard[index * 2] - wanted)
        }
        #expect(noise < signal / 100)
        let end = heard[(2 * 143_900)..<(2 * 144_000)].map { abs($0) }.max()
        #expect(try #require(end) < 0.01)
    }

    @Test("A video file can be the soundtrack")
    func fromVideo() async throws {
        let source = folder.path("video.mp4")
        try await Tool.ffmpeg(
            "-f", "lavfi", "-i", "testsrc=s=64x48:d=2", "-f", "lavfi", "-i", "sine=440:d=2", "-c:a", "aac", source)
        let (path, _) = try await write(SoundtrackSettings(path: source), count: 90)
        #expect(try await Tool.probe(path).audio.duration_ts == 144_000)
    }

    /// Opens an invalid soundtrack and returns the message.
    private func refusal(_ settings: SoundtrackSettings) throws -> FileError {
        try #require(throws: FileError.self) { _ = try Soundtrack(settings) }
    }

    @Test("A missing, empty or unsupported file is rejected with a reason")
    func refused() async throws {
        let picture = folder.path("picture.png")
        try await Tool.ffmpeg("-f", "lavfi", "-i", "testsrc=s=64x48:d=1", "-frames:v", "1", picture)
        let silent = folder.path("silent.mp4")
        try await Tool.ffmpeg("-f", "lavfi", "-i", "testsrc=s=64x48:d=1", silent)
        let text = String(repeating: "The quick brown fox jumps over the lazy dog.\n", count: 300)
        let list = "#EXTM3U\n#EXTINF:10,\nhttps://example.org/a.ts\n"
        let pipe = folder.path("pipe.wav")
        unsafe #expect(mkfifo(pipe, 0o600) == 0)
        let cases: [(String, String)] = [
            (folder.path("missing.mp3"), "No such file"),
            (folder.path, "folder"),
            (pipe, "pipe"),
            (try folder.write("empty.mp3", Data()), "is empty"),
            (try folder.write("text.mp3", Data(text.utf8)), "sound"),
            (try folder.write("text.txt", Data("hello".utf8)), "sound"),
            (try folder.write("list.m3u8", Data(list.utf8)), "is not a file in the playlist's folder"),
            (
                try folder.write("noise.bin", Data((0..<5000).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 31 >> 3) })),
                "sound"
            ),
            (picture, "has no sound"),
            (silent, "has no sound"),
        ]
        for (path, words) in cases {
            let error = try refusal(SoundtrackSettings(path: path))
            #expect(error.code == .unreadableInput, "\(path)")
            #expect(error.message.contains(words), "\(error)")
            #expect(error.message.contains(path))
        }
    }

    @Test("Invalid settings are rejected")
    func invalid() async throws {
        let file = try await Sounds.file("mp3", Sounds.loop(), in: folder)
        let cases: [(SoundtrackSettings, String)] = [
            (SoundtrackSettings(path: file, volume: -1), "volume"),
            (SoundtrackSettings(path: file, volume: .nan), "volume"),
            (SoundtrackSettings(path: file, volume: 1000), "volume"),
            (SoundtrackSettings(path: file, fadeIn: .seconds(-1)), "fade"),
            (SoundtrackSettings(path: file, fadeOut: .seconds(-1)), "fade"),
            (SoundtrackSettings(path: file, crossfade: .seconds(-1)), "crossfade"),
            (SoundtrackSettings(path: file, crossfade: .seconds(61)), "crossfade"),
            (SoundtrackSettings(path: file, crossfade: .milliseconds(626)), "longer than half"),
            (SoundtrackSettings(path: file, offset: .milliseconds(1250)), "past the end"),
        ]
        for (settings, words) in cases {
            let error = try refusal(settings)
            #expect(error.code == .invalidSettings, "\(error)")
            #expect(error.message.contains(words), "\(error)")
        }
        _ = try Soundtrack(SoundtrackSettings(path: file, crossfade: .milliseconds(625)))
        _ = try Soundtrack(SoundtrackSettings(path: file, offset: .milliseconds(1249)))
    }

    @Test("A damaged soundtrack is played as far as possible", arguments: ["mp3", "aac", "ogg"])
    func damaged(kind: String) async throws {
        let file = try await Sounds.file(kind, Sounds.loop(), in: folder)
        var data = try Data(contentsOf: URL(fileURLWithPath: file))
        for index in data.count / 2..<data.count / 2 + 3000 { data[index] = UInt8(truncatingIfNeeded: index &* index) }
        try data.write(to: URL(fileURLWithPath: file))
        let renderer = try SoundRenderer(Soundtrack(SoundtrackSettings(path: file)))
        let rendered = try renderer.render(200_000, total: nil)
        #expect(rendered.count == 200_000)
        #expect(renderer.loops >= 3)
        #expect(rendered.left.contains { abs($0) > 0.1 })
    }

    @Test("A soundtrack truncated during the recording is an error")
    func truncated() async throws {
        let source = Sounds.loop()
        let path = try folder.write("loop.wav", Sounds.wave([source, source]))
        let renderer = try SoundRenderer(Soundtrack(SoundtrackSettings(path: path)))
        _ = try renderer.render(10_000, total: nil)
        try FileHandle(forWritingTo: URL(fileURLWithPath: path)).truncate(atOffset: 0)
        let error = #expect(throws: FileError.self) { _ = try renderer.render(200_000, total: nil) }
        #expect(error?.code == .unreadableInput)
    }
}
