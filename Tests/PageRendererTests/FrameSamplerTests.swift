import EngineLink
import Frames
import TestSupport
import XCTest

@testable import PageRenderer

/// Capturing frames of a page at a fixed rate.
final class FrameSamplerTests: XCTestCase {
    /// Takes the frames of a page as they arrive, until there are enough.
    @MainActor
    private static func frames(
        _ count: Int, of page: OpenPage, capture: CaptureMethod, rate: Int = 60
    ) async throws -> (frames: [Frame], sampler: FrameSampler, length: Int) {
        let pool = PixelBufferPool(size: page.view.options.pixelSize, capacity: count + 8)
        let queue = FrameQueue(capacity: pool.capacity)
        let sampler = FrameSampler(
            SamplerSettings(
                view: page.view, frameRate: try XCTUnwrap(FrameRate(numerator: rate)), capture: capture, queue: queue,
                pool: pool, start: PageInstant.realNow))
        let iterator = queue.makeAsyncIterator()
        var frames: [Frame] = []
        while frames.count < count, let frame = await iterator.next() { frames.append(frame) }
        let length = await sampler.stop(at: PageInstant.realNow, pageIsAlive: true)
        while let frame = await iterator.next() { frames.append(frame) }
        return (frames, sampler, length)
    }

    func testCountsAtLeastTheSentFrames() throws {
        try MainLoop.run {
            let page = try OpenPage(Fixture.page("moving.html"))
            _ = try await page.signal(.start)
            let (pool, rate) = (PixelBufferPool(size: page.view.options.pixelSize, capacity: 8), FrameRate.thirty)
            let (queue, start) = (FrameQueue(capacity: pool.capacity), PageInstant.realNow)
            let sampler = FrameSampler(
                SamplerSettings(
                    view: page.view, frameRate: rate, capture: .view, queue: queue, pool: pool, start: start))
            let iterator = queue.makeAsyncIterator()
            var last = 0
            while last < 3, let frame = await iterator.next() { last = frame.index }
            // The recording ends at the time of a frame that has already been sent.
            let length = await sampler.stop(at: start.advanced(by: rate.time(ofFrame: last)), pageIsAlive: true)
            XCTAssertEqual(length, last + 1)
            page.view.close()
        }
    }

    func testFrameIndexesAscendFromZero() throws {
        try MainLoop.run {
            for capture in CaptureMethod.allCases {
                let page = try OpenPage(Fixture.page("moving.html"))
                _ = try await page.signal(.start)
                let (frames, sampler, length) = try await Self.frames(10, of: page, capture: capture)
                let places = frames.map(\.index)
                XCTAssertEqual(places.first, 0)
                for (before, after) in zip(places, places.dropFirst()) { XCTAssertLessThan(before, after) }
                let last = try XCTUnwrap(places.last)
                XCTAssertLessThan(last, length)
                XCTAssertEqual(sampler.frames, length)
                // A missing frame is a repeat and is counted.
                XCTAssertGreaterThanOrEqual(sampler.repeated, last + 1 - frames.count, "\(capture)")
                page.view.close()
            }
        }
    }

    func testBeginsWithThePagesOwnPicture() throws {
        try MainLoop.run {
            // The page sends its start signal before its first picture arrives; a larger page takes
            // longer.
            for size in [PixelSize(width: 320, height: 180), PixelSize(width: 1920, height: 1080)] {
                let page = try OpenPage(Fixture.page("known-colors.html"), size: size)
                _ = try await page.signal(.start)
                let (frames, _, _) = try await Self.frames(2, of: page, capture: .view, rate: 120)
                let first = try XCTUnwrap(frames.first)
                XCTAssertEqual(first.index, 0)
                XCTAssertEqual(first.pixels.color(size.width / 12, size.height / 2), 0xff0000, "\(size)")
                XCTAssertEqual(first.pixels.color(size.width * 11 / 12, size.height / 2), 0x000000, "\(size)")
                XCTAssertEqual(first.pixels.color(size.width * 9 / 12, size.height - 1), 0xffffff, "\(size)")
                page.view.close()
            }
        }
    }

    func testRepeatsThePictureOfAStaticPage() throws {
        try MainLoop.run {
            for capture in CaptureMethod.allCases {
                let page = try OpenPage(Fixture.page("static.html?seconds=60"))
                try await page.painted()
                let (frames, _, _) = try await Self.frames(8, of: page, capture: capture)
                let pictures = Set(frames.map { ObjectIdentifier($0.pixels) })
                XCTAssertEqual(pictures.count, 1, "\(capture)")
                XCTAssertGreaterThanOrEqual(frames.count, 8)
                page.view.close()
            }
        }
    }

    func testSendsANewPictureWhenThePageChanges() throws {
        try MainLoop.run {
            let page = try OpenPage(Fixture.page("moving.html"))
            _ = try await page.signal(.start)
            let (frames, _, _) = try await Self.frames(8, of: page, capture: .view, rate: 20)
            let pictures = Set(frames.map { ObjectIdentifier($0.pixels) })
            XCTAssertGreaterThan(pictures.count, 1)
        }
    }

    func testAShortRecordingHasOneFrame() throws {
        try MainLoop.run {
            let page = try OpenPage(Fixture.page("known-colors.html"))
            try await page.painted()
            let pool = PixelBufferPool(size: page.view.options.pixelSize, capacity: 2)
            let queue = FrameQueue(capacity: 2)
            let start = PageInstant.realNow
            let sampler = FrameSampler(
                SamplerSettings(
                    view: page.view, frameRate: .thirty, capture: .view, queue: queue, pool: pool, start: start))
            let length = await sampler.stop(at: start, pageIsAlive: true)
            XCTAssertEqual(length, 1)
            var frames: [Frame] = []
            for await frame in queue { frames.append(frame) }
            XCTAssertEqual(frames.map(\.index), [0])
            XCTAssertEqual(frames.first?.pixels.color(26, 90), 0xff0000)
        }
    }

    func testLeavesAPauseOutOfTheVideo() throws {
        try MainLoop.run {
            let page = try OpenPage(Fixture.page("static.html?seconds=60"))
            try await page.painted()
            let pool = PixelBufferPool(size: page.view.options.pixelSize, capacity: 2)
            let queue = FrameQueue(capacity: 100)
            let start = PageInstant.realNow
            let sampler = FrameSampler(
                SamplerSettings(
                    view: page.view, frameRate: .thirty, capture: .view, queue: queue, pool: pool, start: start))
            sampler.pause(at: start.advanced(by: .milliseconds(500)))
            XCTAssertFalse(sampler.clock.isRunning)
            sampler.resume(at: start.advanced(by: .seconds(10)))
            XCTAssertTrue(sampler.clock.isRunning)
            let length = await sampler.stop(at: start.advanced(by: .milliseconds(10_500)), pageIsAlive: true)
            XCTAssertEqual(length, 30)
        }
    }

    func testAClosedPageHasNoSnapshot() throws {
        try MainLoop.run {
            let page = try OpenPage(Fixture.page("static.html?seconds=60"))
            try await page.painted()
            let pool = PixelBufferPool(size: page.view.options.pixelSize, capacity: 2)
            let queue = FrameQueue(capacity: 2)
            let start = PageInstant.realNow
            let sampler = FrameSampler(
                SamplerSettings(
                    view: page.view, frameRate: .thirty, capture: .snapshot, queue: queue, pool: pool, start: start))
            let length = await sampler.stop(at: start.advanced(by: .seconds(1)), pageIsAlive: false)
            XCTAssertEqual(length, 30)
            for await frame in queue { XCTFail("frame \(frame.index) of a page that is gone") }
        }
    }
}
