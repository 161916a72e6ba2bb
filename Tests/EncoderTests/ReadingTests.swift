import Foundation
import Frames
import TestSupport
import Testing

@testable import Decoder
@testable import Encoder
@testable import Files
@testable import LibAV

/// Reproducible random numbers (xorshift64).
private struct Numbers: RandomNumberGenerator {
    private var state: UInt64 = 0x9e37_79b9_7f4a_7c15

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}

@Suite("A finished movie")
struct ReadingTests {
    private let folder: TemporaryFolder
    private let pictures: Pictures
    private static let command = "pagereel record https://a.example/ --seed 1"

    init() throws {
        folder = try TemporaryFolder()
        pictures = Pictures(PixelSize(width: 64, height: 48))
    }

    /// Writes 3 s, the first two of them in a single color.
    private func write(_ container: MovieContainer) async throws -> String {
        var video = VideoSettings(size: PixelSize(width: 64, height: 48), frameRate: try #require(FrameRate("29.97")))
        video.container = container
        video.codec = container.codecs[0]
        let path = folder.path("out.\(container.rawValue)")
        let metadata = MovieMetadata(
            title: "年度 “Report”", pageAddress: "https://a.example/", command: Self.command, software: "pagereel 1")
        let writer = try MovieWriter(
            path: path, video: video, soundtrack: nil, creationTime: 1_790_000_000, metadata: metadata)
        try await writer.append(Frame(index: 0, pixels: pictures.flat(0)))
        try await writer.append(Frame(index: 60, pixels: pictures.moving(3)))
        _ = try await writer.finish(
            frameCount: 90,
            chapters: [Chapter(name: "Opening", start: .zero), Chapter(name: "收入", start: .milliseconds(1500))],
            metadata: metadata)
        return path
    }

    @Test("Metadata is read back from every container", arguments: MovieContainer.allCases)
    func contents(container: MovieContainer) async throws {
        let path = try await write(container)
        let contents = try MovieContents(ofMovie: path)
        #expect(contents.metadata.title == "年度 “Report”")
        #expect(contents.metadata.pageAddress == "https://a.example/")
        #expect(contents.metadata.command == Self.command)
        #expect(contents.metadata.software == "pagereel 1")
        #expect(contents.creationTime.hasPrefix("2026-09-21T14:13:20"))
        #expect(contents.size == PixelSize(width: 64, height: 48))
        #expect(contents.frameRate == FrameRate("29.97"))
        #expect(contents.frames == 90)
        #expect(abs(contents.duration.inSeconds - 3.003) < 0.001)
        #expect(contents.codec == container.codecs[0].rawValue)
        #expect(contents.sound == nil)
        #expect(contents.chapters.map(\.name) == ["Opening", "收入"])
        #expect(contents.chapters.map(\.start.inSeconds) == [0, 1.5])
        #expect(try contents.bytes == Data(contentsOf: URL(fileURLWithPath: path)).count)
        // An independent reader finds the command too.
        let tags = try #require(try await Tool.probe(path).format.tags)
        let texts = tags.filter { ["description", "comment", "encoder"].contains($0.key.lowercased()) }.values
        #expect(texts.contains { $0.contains(Self.command) } && texts.contains("pagereel 1"), "\(tags)")
    }

    @Test("A file that is not a movie is rejected", .timeLimit(.minutes(1)))
    func others() throws {
        let playlist = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nhttp://127.0.0.1:1/a.ts\n#EXT-X-ENDLIST\n"
        let files = [
            try folder.write("empty.mp4", ""), try folder.write("text.mp4", "a text"),
            try folder.write("playlist.mp4", playlist),
            try folder.write("list.mkv", "ffconcat version 1.0\nfile out.mp4\n"),
            try folder.write("random.webm", Data((0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) })),
            try folder.makeFolder("folder.mp4"), folder.path("missing.mp4"),
        ]
        let pipe = folder.path("pipe.mp4")
        unsafe #expect(mkfifo(pipe, 0o600) == 0)
        for path in files + [pipe] {
            let error = #expect(throws: FileError.self) { _ = try MovieContents(ofMovie: path) }
            #expect(error?.code == .unreadableInput)
            #expect(error?.message.contains(path) == true)
            #expect(throws: FileError.self) { _ = try MoviePoster(ofMovie: path, width: 64) }
        }
    }

    @Test("A truncated or damaged movie is read or rejected", arguments: [MovieContainer.mp4, .mkv])
    func damaged(container: MovieContainer) async throws {
        let whole = try Data(contentsOf: URL(fileURLWithPath: try await write(container)))
        var numbers = Numbers()
        for round in 0..<120 {
            var data = whole
            if round % 2 == 0 {
                data = data.prefix(.random(in: 0..<whole.count, using: &numbers))
            } else {
                for _ in 0..<20 {
                    data[.random(in: 0..<whole.count, using: &numbers)] = .random(in: 0...255, using: &numbers)
                }
            }
            let path = try folder.write("damaged.\(container.rawValue)", data)
            // Either result is fine; a crash or a hang is not.
            if let contents = try? MovieContents(ofMovie: path) { #expect(contents.duration >= .zero) }
            _ = try? MoviePoster(ofMovie: path, width: 32)
        }
    }

    @Test("The poster is the first non-empty picture after a third", arguments: MovieContainer.allCases)
    func poster(container: MovieContainer) async throws {
        let poster = try MoviePoster(ofMovie: try await write(container), width: 32)
        #expect(poster.size == PixelSize(width: 32, height: 24))
        let path = try folder.write("poster.jpg", Data(poster.jpeg))
        #expect(poster.jpeg.starts(with: [0xff, 0xd8, 0xff]))
        let shown = try await Tool.pictures(path)
        #expect(shown.count == 32 * 24 * 3)
        let contrast = try #require(shown.max()) - #require(shown.min())
        #expect(contrast > 50, "the uniform color was skipped")
    }
}
