import Foundation
import Frames
import TestSupport
import Testing

@testable import Encoder
@testable import Files
@testable import LibAV

@Suite("Movie file")
struct FileTests {
    private let folder: TemporaryFolder
    private let video: VideoSettings
    private let pictures: Pictures

    init() throws {
        folder = try TemporaryFolder()
        video = VideoSettings(size: PixelSize(width: 64, height: 48), frameRate: try #require(FrameRate("30")))
        pictures = Pictures(video.size)
    }

    private func write(
        chapters: [Chapter] = [], metadata: MovieMetadata = MovieMetadata(title: "", pageAddress: ""),
        name: String = "out.mp4", count: Int = 90, creationTime: Int? = nil
    ) async throws -> String {
        let path = folder.path(name)
        let writer = try MovieWriter(path: path, video: video, soundtrack: nil, creationTime: creationTime)
        try await writer.append(Frame(index: 0, pixels: pictures.moving(0)))
        _ = try await writer.finish(frameCount: count, chapters: chapters, metadata: metadata)
        return path
    }

    @Test("The index precedes the pictures")
    func fastStart() async throws {
        let data = try Data(contentsOf: URL(fileURLWithPath: try await write()))
        var names: [String] = []
        var offset = 0
        while offset + 8 <= data.count {
            let length = data[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            names.append(String(decoding: data[offset + 4..<offset + 8], as: UTF8.self))
            try #require(length >= 8)
            offset += length
        }
        let moov = try #require(names.firstIndex(of: "moov"))
        let mdat = try #require(names.firstIndex(of: "mdat"))
        #expect(moov < mdat)
        #expect(offset == data.count)
    }

    @Test("The file contains title, page address and creation time")
    func metadata() async throws {
        let path = try await write(
            metadata: MovieMetadata(title: "年度报告 “Report”", pageAddress: "https://example.org/a?b=c&d=é"),
            creationTime: 1_790_000_000)
        let tags = try #require(try await Tool.probe(path).format.tags)
        #expect(tags["title"] == "年度报告 “Report”")
        #expect(tags["comment"] == "https://example.org/a?b=c&d=é")
        #expect(tags["creation_time"] == "2026-09-21T14:13:20.000000Z")
    }

    @Test("Chapters can be in any language and order")
    func chapters() async throws {
        let path = try await write(chapters: [
            Chapter(name: "收入", start: .milliseconds(1500)),
            Chapter(name: "Opening", start: .zero),
            Chapter(name: "利润", start: .milliseconds(1500)),
            Chapter(name: "End & “more”", start: .milliseconds(2500)),
        ])
        let chapters = try await Tool.probe(path).chapters
        #expect(chapters.map { $0.tags?["title"] } == ["Opening", "收入", "利润", "End & “more”"])
        #expect(chapters.map { Double($0.start_time) } == [0, 1.5, 1.5, 2.5])
        #expect(chapters.map { Double($0.end_time) } == [1.5, 1.5, 2.5, 3])
    }

    @Test("An added first chapter preserves the times of late chapters")
    func lateChapters() async throws {
        let path = try await write(
            chapters: [Chapter(name: "a", start: .seconds(1)), Chapter(name: "b", start: .seconds(9))],
            metadata: MovieMetadata(title: "Page", pageAddress: ""))
        let chapters = try await Tool.probe(path).chapters
        #expect(chapters.map { $0.tags?["title"] } == ["Page", "a", "b"])
        #expect(chapters.map { Double($0.start_time) } == [0, 1, 3])
    }

    @Test("A file can have hundreds of chapters, even without a name")
    func manyChapters() async throws {
        let given = (0..<300).map { Chapter(name: $0 == 7 ? "" : "章 \($0)", start: .milliseconds($0 * 10)) }
        let chapters = try await Tool.probe(try await write(chapters: given)).chapters
        #expect(chapters.count == 300)
        #expect(chapters.map { $0.tags?["title"] ?? "" } == given.map(\.name))
        #expect(zip(chapters, given).allSatisfy { abs((Double($0.start_time) ?? -1) - $1.start.inSeconds) < 0.001 })
    }

    @Test("Long chapter names are cut between characters")
    func longChapterName() async throws {
        let path = try await write(chapters: [Chapter(name: String(repeating: "长", count: 100), start: .zero)])
        let title = try #require(try await Tool.probe(path).chapters.first?.tags?["title"])
        #expect(title == String(repeating: "长", count: 85))
    }

    @Test("The file name may contain a colon, a space and a percent sign")
    func strangeNames() async throws {
        let path = try await write(name: "file:a b%d: ü.mp4")
        #expect(try await Tool.probe("file:" + path).video.nb_frames == "90")
    }

    @Test("An existing file is never replaced")
    func exclusive() throws {
        let path = try folder.write("out.mp4", Data("old".utf8))
        let error = #expect(throws: FileError.self) {
            _ = try MovieWriter(path: path, video: video, soundtrack: nil)
        }
        #expect(error?.code == .cannotCreateOutput)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("old".utf8))
    }

    @Test("A discarded or released file is removed")
    func discarded() async throws {
        var writer: MovieWriter? = try MovieWriter(path: folder.path("a.mp4"), video: video, soundtrack: nil)
        try await writer?.append(Frame(index: 0, pixels: pictures.moving(0)))
        #expect(folder.contents == ["a.mp4"])
        await writer?.discard()
        #expect(folder.contents == [])
        let late = try Frame(index: 1, pixels: pictures.moving(1))
        #expect(await failure { try await writer?.append(late) } != nil)
        writer = try MovieWriter(path: folder.path("b.mp4"), video: video, soundtrack: nil)
        #expect(folder.contents == ["b.mp4"])
        writer = nil
        #expect(folder.contents == [])
    }

    @Test("Frames out of order, of another size, or missing are rejected")
    func misuse() async throws {
        var writer = try MovieWriter(path: folder.path("a.mp4"), video: video, soundtrack: nil)
        try await writer.append(Frame(index: 3, pixels: pictures.moving(3)))
        let repeated = try Frame(index: 3, pixels: pictures.moving(4))
        #expect(await failure { try await writer.append(repeated) }?.code == .internalFailure)
        writer = try MovieWriter(path: folder.path("b.mp4"), video: video, soundtrack: nil)
        let other = Frame(index: 0, pixels: try Pictures(PixelSize(width: 62, height: 48)).flat(0))
        #expect(await failure { try await writer.append(other) }?.code == .internalFailure)
        writer = try MovieWriter(path: folder.path("c.mp4"), video: video, soundtrack: nil)
        let empty = await failure {
            _ = try await writer.finish(
                frameCount: 5, chapters: [], metadata: MovieMetadata(title: "", pageAddress: ""))
        }
        #expect(empty?.code == .internalFailure)
        #expect(folder.contents == [])
    }
}
