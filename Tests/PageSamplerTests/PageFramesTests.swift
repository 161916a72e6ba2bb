import Encoder
import EngineLink
import Foundation
import Frames
import PageSampler
import Synchronization
import TestSupport
import XCTest

/// The frames of a page as a sequence.
///
/// One test at a time, because they watch this program's child processes.
final class PageFramesTests: XCTestCase {
    private static func frames(
        _ page: String, frameRate: FrameRate = .thirty, clock: PageFrames.Clock = .virtual,
        start: RecordingStart = .signal, duration: Duration? = nil
    ) throws -> PageFrames {
        PageFrames(
            try PageAddress(Fixture.page(page)), size: PixelSize(width: 320, height: 180), frameRate: frameRate,
            clock: clock, start: start, duration: duration)
    }

    private static var engines: Set<Int32> {
        Set(ProcessTable().descendants(of: getpid()).filter { $0.name.hasPrefix("pagereel-engin") }.map(\.processID))
    }

    /// The page's time in a picture of bar-code.html, in milliseconds.
    private static func time(in pixels: PixelBuffer) -> Int? {
        let area = BarCode.area
        let bytes = unsafe pixels.withBytes { bytes in
            (0..<area.height).flatMap { row in
                (0..<area.width).map { column in
                    unsafe bytes[(area.y + row) * pixels.stride + (area.x + column) * 4]
                }
            }
        }
        return BarCode.time(in: RawImage(width: area.width, height: area.height, channels: 1, bytes: bytes[...]))
    }

    func testEachFrameShowsItsTime() async throws {
        for rate in ["30", "24", "29.97"] {
            let frameRate = try XCTUnwrap(FrameRate(rate))
            var kept: [PageFrame] = []
            for try await frame in try Self.frames("bar-code.html?seconds=2", frameRate: frameRate) {
                kept.append(frame)
            }
            XCTAssertEqual(kept.map(\.index), Array(0..<kept.count), rate)
            XCTAssertEqual(kept.map(\.time), kept.indices.map(frameRate.time(ofFrame:)), rate)
            XCTAssertEqual(kept.count, frameRate.frameCount(for: .seconds(2)), rate)
            // All are kept, so their memory must not be drawn into again.
            for frame in kept {
                let shown = try XCTUnwrap(Self.time(in: frame.pixels), "frame \(frame.index)")
                let expected = Double(frame.index) * 1000 / frameRate.framesPerSecond
                XCTAssertLessThanOrEqual(abs(Double(shown) - expected), 1, "frame \(frame.index) at \(rate) fps")
            }
            XCTAssertFalse(kept.contains(where: \.isMissed))
        }
        XCTAssertEqual(Self.engines, [])
    }

    func testSignalsComeBetweenTheFrames() async throws {
        let frames = try Self.frames("bar-code.html?seconds=1&marks=0.5")
        var words: [String] = []
        for try await event in frames.events {
            switch event {
            case .frame(let frame) where ![0, 14, 15, 16, 29].contains(frame.index): break
            case .frame(let frame): words.append("frame \(frame.index)")
            case .event(.signal(let signal)): words.append("\(signal.signal)")
            case .event(.started): words.append("started")
            case .event(.loading): words.append("loading")
            case .event(.warning(let text)), .event(.notice(let text)): words.append(text)
            case .event: break
            case .ended(let reason): words.append("ended: \(reason)")
            }
        }
        XCTAssertEqual(words.prefix(4), ["loading", "started", "start", "frame 0"])
        XCTAssertEqual(
            words.filter { $0.hasPrefix("frame") || $0.hasPrefix("mark") },
            ["frame 0", "frame 14", "mark(name: \"0.5 s\")", "frame 15", "frame 16", "frame 29"])
        XCTAssertEqual(words.suffix(2), ["stop", "ended: stopped"])
    }

    func testAPageThatHasToBeCompositedGivesEachFrameOnce() async throws {
        var (indexes, signals, notices) = ([Int](), [PageSignal](), 0)
        for try await event in try Self.frames("perspective.html").events {
            switch event {
            case .frame(let frame): indexes.append(frame.index)
            case .event(.signal(let signal)): signals.append(signal.signal)
            case .event(.notice): notices += 1
            default: break
            }
        }
        XCTAssertEqual(notices, 1)
        XCTAssertEqual(indexes, Array(0..<indexes.count))
        XCTAssertEqual(indexes.count, 30)
        XCTAssertEqual(signals, [.start, .stop])
    }

    func testAStaticPageHasOnePicture() async throws {
        var pictures: Set<ObjectIdentifier> = []
        var kept: [PixelBuffer] = []
        try await Self.frames("static.html?seconds=1").sample { image, index in
            XCTAssertEqual(index, kept.count)
            kept.append(image)
            pictures.insert(ObjectIdentifier(image))
        }
        XCTAssertEqual(kept.count, 30)
        XCTAssertEqual(pictures.count, 1)
        let png = try StillWriter.encoded(try XCTUnwrap(kept.first))
        XCTAssertEqual(png.prefix(4), [0x89, 0x50, 0x4e, 0x47])
    }

    func testASlowLoopMissesFramesInRealTimeButKeepsTheirPlaces() async throws {
        let frames = try Self.frames("moving.html?seconds=60", clock: .realtime, duration: .seconds(3))
        var kept: [(index: Int, isMissed: Bool)] = []
        for try await frame in frames {
            kept.append((frame.index, frame.isMissed))
            // Longer than all frames that may wait.
            if frame.index == 3 { try await Task.sleep(for: .seconds(1.5)) }
        }
        XCTAssertEqual(kept.map(\.index), Array(0..<90))
        XCTAssertGreaterThan(kept.count(where: \.isMissed), 10)
    }

    func testLeavingTheLoopEndsThePage() async throws {
        for try await frame in try Self.frames("moving.html?seconds=600") where frame.index == 5 { break }
        try await Condition.wait(for: "the engine's end") { Self.engines.isEmpty }
    }

    func testCancelingTheTaskEndsThePage() async throws {
        let frames = try Self.frames("moving.html?seconds=600")
        // While the page loads, while frames come, and while the loop's body holds the page.
        for last in [-1, 5, 20] {
            let (reached, report) = AsyncStream<Void>.makeStream()
            let task = Task {
                for try await event in frames.events {
                    switch event {
                    case .event(.loading) where last < 0: report.yield()
                    case .frame(let frame) where frame.index == last:
                        report.yield()
                        if last == 20 { while !Task.isCancelled { await Task.yield() } }
                    default: break
                    }
                }
            }
            _ = await reached.first { true }
            task.cancel()
            do {
                try await task.value
                XCTFail("the sequence ended")
            } catch is CancellationError {
                XCTAssertEqual(Self.engines, [], "canceled at \(last)")
            }
        }
    }

    func testASequenceCanBeIteratedAgainWithKeptEngines() async throws {
        let pool = EnginePool(capacity: 1)
        var plan = TakePlan(page: try PageAddress(Fixture.page("bar-code.html?seconds=0.5")))
        plan.options.size = PixelSize(width: 320, height: 180)
        let frames = PageFrames(plan, from: pool)
        var engines: Set<Int32> = []
        for _ in 1...2 {
            var times: [Int?] = []
            for try await frame in frames {
                times.append(Self.time(in: frame.pixels))
                engines.formUnion(Self.engines)
            }
            XCTAssertEqual(times, [0, 33, 66, 100, 133, 166, 200, 233, 266, 300, 333, 366, 400, 433, 466])
        }
        XCTAssertEqual(engines.count, 1)
        await pool.drain()
    }

    func testFailuresAreThrown() async throws {
        var plan = TakePlan(page: try PageAddress(Fixture.page("never-starts.html")))
        plan.startTimeout = .seconds(1)
        do {
            for try await _ in PageFrames(plan) { XCTFail("a page that never starts has a frame") }
            XCTFail("a page that never starts ended")
        } catch let error as PageError {
            XCTAssertEqual(error.code, .neverStarted)
        }
        plan = TakePlan(page: try PageAddress("http://127.0.0.1:1/"))
        do {
            for try await _ in PageFrames(plan) { XCTFail("a page that does not exist has a frame") }
            XCTFail("a page that does not exist ended")
        } catch let error as PageError {
            XCTAssertEqual(error.code, .cannotLoad)
        }
        XCTAssertEqual(Self.engines, [])
    }

    func testACancelSignalEndsTheSequence() async throws {
        var last: PageFrameEvent?
        for try await event in try Self.frames("cancel.html").events { last = event }
        guard case .ended(.cancelled) = last else { return XCTFail("ended with \(String(describing: last))") }
    }
}
