import Encoder
import EngineLink
import Foundation
import Frames
import PageSampler
import Recorder
import Synchronization
import TestSupport
import XCTest

/// Pages that are loaded twice, and pages that are only followed.
final class PageRunTests: XCTestCase {
    private static func plan(_ page: String) throws -> TakePlan {
        var plan = TakePlan(page: try PageAddress(Fixture.page(page)))
        plan.options.size = PixelSize(width: 640, height: 360)
        return plan
    }

    private static func isNotice(_ event: RecordingEvent) -> Bool {
        if case .notice = event { true } else { false }
    }

    func testCapturesStillsOfAPageThatHasToBeComposited() async throws {
        var plan = try Self.plan("perspective.html")
        plan.start = .load
        plan.longestPageTime = .seconds(10)
        let moments = [PictureMoment.time(.milliseconds(200)), .time(.milliseconds(400)), .time(.seconds(20))]
        let notices = Mutex(0)
        let stills = Mutex<[Still]>([])
        let missing = try await PageStills(plan, at: moments) { event in
            if Self.isNotice(event) { notices.withLock { $0 += 1 } }
        } onStill: { still in
            stills.withLock { $0.append(still) }
        }.run()
        XCTAssertEqual(missing, [moments[2]])
        XCTAssertEqual(notices.withLock(\.self), 1)
        let taken = stills.withLock(\.self)
        XCTAssertEqual(taken.map(\.moment), Array(moments.prefix(2)))
        for still in taken {
            // The numbers that perspective.html states: true perspective.
            let isWhite = unsafe still.pixels.withBytes { unsafe $0[180 * still.pixels.stride + 245 * 4] > 128 }
            XCTAssertTrue(isWhite)
        }
    }

    func testRecordsASecondTakeWithTheSameDateAndAllWarnings() async throws {
        let folder = try TemporaryFolder()
        var plan = RecordingPlan(
            page: try PageAddress(Fixture.page("perspective.html")), output: folder.path("out.mp4"))
        plan.options.size = PixelSize(width: 640, height: 360)
        // Not on this machine's hardware: the encoder warns and another one is used.
        plan.encoder = .h264VAAPI
        let events = Mutex<[String]>([])
        let summary = try await Recording(plan) { event in
            switch event {
            case .loading: events.withLock { $0.append("loading") }
            case .notice: events.withLock { $0.append("notice") }
            case .warning(let text): events.withLock { $0.append(text) }
            default: break
            }
        }.run()
        let warning = try XCTUnwrap(summary.warnings.first)
        XCTAssertEqual(summary.warnings, [warning])
        XCTAssertEqual(events.withLock(\.self), [warning, "loading", "notice", warning, "loading"])
        XCTAssertEqual(summary.rendering, .composited)
        XCTAssertNotNil(summary.virtualTime?.date)
        XCTAssertEqual(folder.contents, ["out.mp4"])
    }

    func testChecksAPageWithoutPictures() async throws {
        let report = try await PageCheck(try Self.plan("perspective.html")) { event in
            XCTAssertFalse(Self.isNotice(event))
        }.run()
        XCTAssertEqual(report.ending, .ended(.stopped))
        XCTAssertEqual(report.signals.map(\.signal), [.start, .stop])
        XCTAssertGreaterThanOrEqual(report.pageTime, .seconds(1))
    }

    func testEndsACheckWithItsTask() async throws {
        let plan = try Self.plan("moving.html?seconds=600")
        let (started, report) = AsyncStream<Void>.makeStream()
        let task = Task {
            try await PageCheck(plan) { if case .started = $0 { report.yield() } }.run()
        }
        _ = await started.first { true }
        task.cancel()
        do {
            _ = try await task.value
            XCTFail("a cancelled task came to something")
        } catch let error as PageError {
            XCTAssertEqual(error.code, .interrupted)
        }
    }

    /// The engine with a fault, during a closure.
    private func withFault<Output>(
        _ name: String, in folder: TemporaryFolder, _ body: () async throws -> Output
    ) async throws -> Output {
        let products = Fixture.build.path
        let engine = try folder.write(
            "engine",
            """
            #!/bin/sh
            export LD_PRELOAD=\(products)/libEngineFaults.so PAGEREEL_TEST_FAULT=\(name) XDG_CACHE_HOME=\(folder.path)
            exec \(products)/pagereel-engine "$@"
            """)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: engine)
        unsafe setenv("PAGEREEL_ENGINE", engine, 1)
        defer { unsafe unsetenv("PAGEREEL_ENGINE") }
        return try await body()
    }

    func testAFallbackToRealTimeUsesTheRealCreationTime() async throws {
        let folder = try TemporaryFolder()
        let outputs = try TemporaryFolder()
        var plan = RecordingPlan(
            page: try PageAddress(Fixture.page("static.html?seconds=1")), output: outputs.path("out.mp4"))
        plan.options.size = PixelSize(width: 160, height: 90)
        plan.options.isSandboxed = false
        plan.options.virtualTime?.date = 1_000_000_000_000
        plan.encoder = .h264VAAPI
        let began = Date()
        let summary = try await withFault("polling", in: folder) { try await Recording(plan).run() }
        XCTAssertNil(summary.virtualTime)
        XCTAssertEqual(summary.warnings.count, 2, "\(summary.warnings)")
        XCTAssertEqual(summary.warnings.count { $0.contains("h264_vaapi") }, 1)
        XCTAssertEqual(outputs.contents, ["out.mp4"])
        let tag = String(
            decoding: try await Tool.run(
                "ffprobe",
                ["-v", "error", "-of", "csv=p=0", "-show_entries", "format_tags=creation_time", plan.output]),
            as: UTF8.self
        ).trimmingCharacters(in: .whitespacesAndNewlines)
        let created = try Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(tag)
        XCTAssertLessThan(abs(created.timeIntervalSince(began)), 60)
    }
}
