import Foundation
import Frames
import TestSupport
import Testing

@testable import Encoder
@testable import Files
@testable import LibAV

@Suite("Movies from a queue")
struct QueueWritingTests {
    private let folder: TemporaryFolder
    private let size = PixelSize(width: 64, height: 48)
    private let metadata = MovieMetadata(title: "", pageAddress: "")

    init() throws { folder = try TemporaryFolder() }

    private func writer(_ name: String) throws -> MovieWriter {
        try MovieWriter(
            path: folder.path(name), video: VideoSettings(size: size, frameRate: .thirty, rate: .quality(0)),
            soundtrack: nil, creationTime: 1_700_000_000)
    }

    @Test("Queued and appended frames give the same file")
    func sameFile() async throws {
        let places = [0, 1, 2, 5, 6, 20, 21] + Array(22..<90)
        let pictures = Pictures(size)
        let appending = try writer("appended.mp4")
        for place in places { try await appending.append(Frame(index: place, pixels: try pictures.moving(place))) }
        let appended = try await appending.finish(frameCount: 100, chapters: [], metadata: metadata)

        let queue = FrameQueue(of: pictures.pool)
        let reading = try writer("read.mp4")
        try await reading.write(queue) { Issue.record("\($0)") }
        for place in places {
            // The queue and the writer hold fewer pictures than the pool has.
            #expect(await queue.waitForRoom())
            await queue.send(Frame(index: place, pixels: try pictures.moving(place)))
        }
        queue.finish()
        let read = try await reading.finish(frameCount: 100, chapters: [], metadata: metadata)
        #expect(read.frames == 100 && read.bytes == appended.bytes)
        #expect(reading.framesWritten == 100 && reading.bytesWritten == read.bytes)
        let files = try ["appended.mp4", "read.mp4"].map { try Data(contentsOf: URL(filePath: folder.path($0))) }
        #expect(files[0] == files[1])
    }

    @Test("A write error is reported once and leaves no file")
    func failing() async throws {
        let pictures = Pictures(size)
        let queue = FrameQueue(of: pictures.pool)
        let writer = try writer("out.mp4")
        let (failures, report) = AsyncStream<FileError>.makeStream()
        try await writer.write(queue) { report.yield($0) }
        await queue.send(Frame(index: 3, pixels: try pictures.flat(1)))
        await queue.send(Frame(index: 3, pixels: try pictures.flat(2)))
        let told = await failures.first { _ in true }
        #expect(told?.message == "Frame 3 came after frame 3; frames must ascend.")
        #expect(!queue.offer(Frame(index: 4, pixels: try pictures.flat(3))))
        let error = await failure { _ = try await writer.finish(frameCount: 5, chapters: [], metadata: metadata) }
        #expect(error?.message == told?.message)
        #expect(folder.contents == [])
    }

    @Test("A discarded movie is removed and its pictures are released")
    func discarded() async throws {
        let pictures = Pictures(size, capacity: 6)
        let queue = FrameQueue(of: pictures.pool)
        let writer = try writer("out.mp4")
        try await writer.write(queue) { Issue.record("\($0)") }
        for index in 0..<2 { await queue.send(Frame(index: index, pixels: try pictures.moving(index))) }
        queue.discard()
        await writer.discard()
        #expect(folder.contents == [])
        let free = (0..<6).compactMap { _ in pictures.pool.take() }
        #expect(free.count == 6)
        await #expect(throws: FileError.self) { try await writer.write(queue) { _ in } }
    }
}
