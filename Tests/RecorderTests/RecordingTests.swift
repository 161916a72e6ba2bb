import Foundation
import PageSampler
import Recorder
import Synchronization
import TestSupport
import XCTest

@testable import Encoder
@testable import EngineLink
@testable import Files
@testable import Frames

/// Whole recordings through the library.
final class RecordingTests: XCTestCase {
    /// A small recording of a page into the test's folder.
    private static func plan(_ page: String, in folder: TemporaryFolder) throws -> RecordingPlan {
        var plan = RecordingPlan(page: try PageAddress(Fixture.page(page)), output: folder.path("out.mp4"))
        plan.options.size = PixelSize(width: 160, height: 90)
        return plan
    }

    func testAStopBetweenTwoTakesEndsTheRecording() async throws {
        let folder = try TemporaryFolder()
        let page = try Self.plan("perspective.html", in: folder)
        let recording = Mutex<Recording?>(nil)
        let planned = Recording(page) { event in
            // The first take has ended, because the page needs compositing.
            if case .notice = event { recording.withLock(\.self)?.interrupt() }
        }
        recording.withLock { $0 = planned }
        do {
            _ = try await planned.run()
            XCTFail("The page was recorded.")
        } catch let error as PageError {
            XCTAssertEqual(error.code, .interrupted)
        }
        XCTAssertEqual(folder.contents, [])
    }

    func testRecordsAPageFromStartToStop() async throws {
        let folder = try TemporaryFolder()
        var plan = try Self.plan("static.html?seconds=1", in: folder)
        plan.frameRate = try XCTUnwrap(FrameRate("12.5"))
        let heard = Mutex<[String]>([])
        let recording = Recording(plan) { event in
            let station: String? =
                switch event {
                case .loading(let date): "loading \(date != nil)"
                case .started: "started"
                case .finishing: "finishing"
                case .warning(let text): text
                default: nil
                }
            if let station { heard.withLock { $0.append(station) } }
        }
        let summary = try await recording.run()
        XCTAssertEqual(heard.withLock(\.self), ["loading true", "started", "finishing"])
        XCTAssertEqual(summary.exitReason, .stopped)
        XCTAssertEqual(summary.page, "file://\(Fixture.page("static.html"))?seconds=1")
        XCTAssertEqual(summary.title, "A page that does not change")
        XCTAssertEqual(summary.output, plan.output)
        XCTAssertEqual(summary.pictureSize, PixelSize(width: 160, height: 90))
        XCTAssertFalse(summary.isPadded)
        XCTAssertEqual(summary.frameRate, plan.frameRate)
        XCTAssertEqual(summary.warnings, [])
        XCTAssertNil(summary.soundtrack)

        let movie = try XCTUnwrap(summary.movie)
        XCTAssertEqual(movie.size, PixelSize(width: 160, height: 90))
        XCTAssertEqual(movie.duration, plan.frameRate.time(ofFrame: movie.frames))
        XCTAssertNil(movie.sound)
        let attributes = try FileManager.default.attributesOfItem(atPath: plan.output)
        XCTAssertEqual(attributes[.size] as? Int, movie.bytes)

        // The video is as long as the time between the signals.
        XCTAssertEqual(summary.signals.map(\.signal), [.start, .stop])
        XCTAssertEqual(summary.signals.map(\.channel), [.message, .message])
        XCTAssertEqual(summary.signals[0].time, .zero)
        let length = try XCTUnwrap(summary.signals[1].time)
        // Frames at 0, 80, … 960 ms, and none after the stop.
        XCTAssertEqual(movie.frames, 13)
        XCTAssertEqual(length.inSeconds, 1, accuracy: 0.001)
        XCTAssertEqual(summary.signals[1].pageTime - summary.signals[0].pageTime, length)
        XCTAssertEqual(folder.contents, ["out.mp4"])
    }

    func testACanceledRecordingLeavesNoFile() async throws {
        let folder = try TemporaryFolder()
        let summary = try await Recording(try Self.plan("cancel.html", in: folder)).run()
        XCTAssertEqual(summary.exitReason, .cancelled)
        XCTAssertNil(summary.movie)
        XCTAssertNil(summary.output)
        XCTAssertEqual(summary.signals.map(\.signal), [.start, .cancel])
        XCTAssertEqual(folder.contents, [])
    }

    func testNamesTheMissingStart() async throws {
        let folder = try TemporaryFolder()
        var plan = try Self.plan("never-starts.html", in: folder)
        plan.startTimeout = .seconds(4)
        do {
            _ = try await Recording(plan).run()
            XCTFail("a page that never starts was recorded")
        } catch let error as PageError {
            XCTAssertEqual(error.code, .neverStarted)
            XCTAssertEqual(
                error.message,
                "The recording never started: waited 4 s (--start-timeout) for the page's start signal (a "
                    + "navigation to pagereel://start, or the message 'start'). To record without a signal, use "
                    + "--start-on load with --duration.")
        }
        XCTAssertEqual(folder.contents, [])
    }

    func testStopsBeforeItHasBegun() async throws {
        let folder = try TemporaryFolder()
        let recording = Recording(try Self.plan("never-starts.html", in: folder))
        recording.interrupt()
        do {
            _ = try await recording.run()
            XCTFail("an interrupted recording came to something")
        } catch let error as PageError {
            XCTAssertEqual(error.code, .interrupted)
        }
        XCTAssertEqual(folder.contents, [])
    }

    func testAnInterruptedRecordingIsKept() async throws {
        let folder = try TemporaryFolder()
        let plan = try Self.plan("moving.html?seconds=600", in: folder)
        let (progress, report) = AsyncStream<RecordingProgress>.makeStream()
        let recording = Recording(plan) { event in
            if case .progress(let progress) = event { report.yield(progress) }
        }
        async let running = recording.run()
        _ = await progress.first { $0.frames >= 10 }
        recording.interrupt()
        let summary = try await running
        XCTAssertEqual(summary.exitReason, .interrupted)
        XCTAssertGreaterThanOrEqual(try XCTUnwrap(summary.movie).frames, 10)
        XCTAssertEqual(folder.contents, ["out.mp4"])
    }

    func testRecordsPagesOfSeveralScalesAtOnce() async throws {
        let folder = try TemporaryFolder()
        let size = PixelSize(width: 160, height: 90)
        let summaries = try await withThrowingTaskGroup(of: RecordingSummary.self) { group in
            for scale in 1...3 {
                var plan = try Self.plan("never-starts.html", in: folder)
                plan.output = folder.path("\(scale).mp4")
                plan.options.scale = try XCTUnwrap(DeviceScale(scale))
                plan.start = .load
                plan.duration = .milliseconds(500)
                let recording = Recording(plan)
                group.addTask { try await recording.run() }
            }
            return try await group.reduce(into: [DeviceScale: RecordingSummary]()) { $0[$1.scale] = $1 }
        }
        for scale in 1...3 {
            let summary = try XCTUnwrap(DeviceScale(scale).flatMap { summaries[$0] })
            XCTAssertEqual(summary.movie?.frames, 15)
            XCTAssertEqual(
                summary.movie?.size, PixelSize(width: size.width * scale, height: size.height * scale).roundedUpToEven)
        }
        XCTAssertEqual(folder.contents, ["1.mp4", "2.mp4", "3.mp4"])
    }

    func testACanceledTaskWritesNothing() async throws {
        let folder = try TemporaryFolder()
        let plan = try Self.plan("moving.html?seconds=600", in: folder)
        let (progress, report) = AsyncStream<RecordingProgress>.makeStream()
        let task = Task {
            try await Recording(plan) { if case .progress(let progress) = $0 { report.yield(progress) } }.run()
        }
        _ = await progress.first { $0.frames >= 10 }
        task.cancel()
        do {
            _ = try await task.value
            XCTFail("a cancelled task came to something")
        } catch let error as PageError {
            XCTAssertEqual(error.code, .interrupted)
        }
        XCTAssertEqual(folder.contents, [])
    }

    func testRecordsOneAfterAnother() async throws {
        let folder = try TemporaryFolder()
        for (name, size) in [
            ("first", PixelSize(width: 160, height: 90)), ("second", PixelSize(width: 361, height: 203)),
        ] {
            var plan = try Self.plan("never-starts.html", in: folder)
            plan.output = folder.path("\(name).mp4")
            plan.options.size = size
            plan.start = .load
            plan.duration = .seconds(0.5)
            let summary = try await Recording(plan).run()
            XCTAssertEqual(summary.exitReason, .duration)
            XCTAssertEqual(summary.movie?.frames, 15)
            XCTAssertEqual(summary.movie?.size, size.roundedUpToEven)
            XCTAssertEqual(summary.isPadded, name == "second")
        }
        XCTAssertEqual(folder.contents, ["first.mp4", "second.mp4"])
    }

    func testLeavesAnOldFileAloneWhenThePageFails() async throws {
        let folder = try TemporaryFolder()
        let old = try folder.write("out.mp4", "an old file")
        var plan = try Self.plan("cancel.html", in: folder)
        do {
            _ = try await Recording(plan).run()
            XCTFail("an existing file was accepted")
        } catch let error as FileError {
            XCTAssertEqual(error.code, .cannotCreateOutput)
        }
        plan.overwritesOutput = true
        let summary = try await Recording(plan).run()
        XCTAssertEqual(summary.exitReason, .cancelled)
        XCTAssertEqual(folder.contents, ["out.mp4"])
        XCTAssertEqual(try String(contentsOfFile: old, encoding: .utf8), "an old file")
    }

    func testRejectsAContradictoryPlan() async throws {
        let folder = try TemporaryFolder()
        var plan = try Self.plan("static.html", in: folder)
        plan.options.size = PixelSize(width: 15, height: 90)
        do {
            _ = try await Recording(plan).run()
            XCTFail("a page of 15 pixels was recorded")
        } catch let error as PageError {
            XCTAssertEqual(error.code, .invalidPlan)
        }
        XCTAssertEqual(folder.contents, [])
    }
}
