import Foundation
import Movies
import TestSupport
import Testing

@testable import Encoder
@testable import Files
@testable import Frames

@Suite struct MovieJobTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func plan(_ name: String = "out.mp4") -> MoviePlan {
        MoviePlan(output: folder.path(name), frameRate: FrameRate(numerator: 10) ?? .thirty)
    }

    @Test func runsBecomeFrames() async throws {
        let finished = try await MovieJob(plan(), source: Flat([(0, 3), (255, 40), (128, 1)])).run()
        #expect(finished.movie.frames == 44)
        #expect(finished.path == folder.path("out.mp4"))
        let frames = try await FrameDecoder.frames(of: finished.path, as: .gray)
        #expect(frames.count == 44)
        for (index, level) in [(0, 0), (2, 0), (3, 255), (42, 255), (43, 128)] {
            #expect(abs(frames[index].pixel(32, 24)[0] - level) <= 2, "frame \(index)")
        }
    }

    @Test func progressEndsAtTheLastFrame() async throws {
        let (steps, continuation) = AsyncStream.makeStream(of: MovieProgress.self)
        _ = try await MovieJob(plan(), source: Flat([(0, 100)])).run { continuation.yield($0) }
        continuation.finish()
        let frames = await steps.reduce(into: []) { $0.append($1.frames) }
        #expect(frames == [1, 31, 61, 91, 100])
    }

    @Test func aSourceThatFailsLeavesNothing() async throws {
        struct Broken: Error {}
        let source = Flat([(0, 1), (0, 1)], onNext: { if $0 == 1 { throw Broken() } })
        await #expect(throws: Broken.self) { try await MovieJob(plan("new/out.mp4"), source: source).run() }
        #expect(folder.contents == [])
    }

    @Test func cancelingKeepsTheOldFile() async throws {
        try folder.write("out.mp4", "old")
        var plan = plan()
        plan.overwritesOutput = true
        let (started, continuation) = AsyncStream.makeStream(of: Void.self)
        // Ends only when the task is canceled.
        let (never, forever) = AsyncStream.makeStream(of: Void.self)
        defer { forever.finish() }
        let hold: @Sendable (Int) async throws -> Void = { index in
            guard index == 1 else { return }
            continuation.yield()
            for await _ in never {}
            try Task.checkCancellation()
        }
        let source = Flat([(0, 1), (0, 1)], onNext: hold)
        let job = MovieJob(plan, source: source)
        let task = Task { try await job.run() }
        for await _ in started { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(folder.contents == ["out.mp4"])
        #expect(try folder.read("out.mp4") == Data("old".utf8))
    }

    @Test func aSourceWithoutPicturesIsAnError() async throws {
        await #expect(throws: FileError.self) { try await MovieJob(plan(), source: Flat([])).run() }
        #expect(folder.contents == [])
    }
}
