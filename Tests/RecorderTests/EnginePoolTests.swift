import Encoder
import EngineLink
import Foundation
import Frames
import Glibc
import PageSampler
import PageServer
import Recorder
import TestSupport
import XCTest

/// Recordings one after another in the same engine.
final class EnginePoolTests: XCTestCase {
    private static func plan(_ page: PageAddress, _ output: String) -> RecordingPlan {
        var plan = RecordingPlan(page: page, output: output)
        plan.options.size = PixelSize(width: 160, height: 90)
        var time = VirtualTime()
        time.date = 1_800_000_000_000
        time.seed = 7
        plan.options.virtualTime = time
        return plan
    }

    private static var engines: Set<Int32> {
        Set(ProcessTable().descendants(of: getpid()).filter { $0.name.hasPrefix("pagereel-engin") }.map(\.processID))
    }

    private func assertIsAlone(_ title: String, file: StaticString = #filePath, line: UInt = #line) throws {
        let found = try JSONDecoder().decode([String: String].self, from: Data(title.utf8))
        let places = [
            "cookie", "localStorage", "sessionStorage", "indexedDB", "caches", "window.name", "history", "fonts",
            "serviceWorker", "channel",
        ]
        XCTAssertEqual(Set(found.keys), Set(places), file: file, line: line)
        for (place, content) in found {
            XCTAssertTrue(["nothing", "unavailable"].contains(content), "\(place): \(content)", file: file, line: line)
        }
        // The most important ones exist.
        XCTAssertEqual(found["cookie"], "nothing", file: file, line: line)
        XCTAssertEqual(found["localStorage"], "nothing", file: file, line: line)
        XCTAssertEqual(found["indexedDB"], "nothing", file: file, line: line)
    }

    func testAPageSeesNothingOfTheOneBefore() async throws {
        let folder = try TemporaryFolder()
        let server = try await PageServer.start(
            serving: (Fixture.page("isolation.html") as NSString).deletingLastPathComponent)
        let pool = EnginePool(capacity: 1)
        var engines: Set<Int32> = []
        for number in 1...3 {
            let served = try server.page("isolation.html?name=person\(number)")
            let page = try PageAddress(served: served.address, from: served.file)
            let summary = try await Recording(Self.plan(page, folder.path("\(number).mp4")), from: pool).run()
            try assertIsAlone(summary.title)
            engines.formUnion(Self.engines)
        }
        XCTAssertEqual(engines.count, 1)
        await pool.drain()
        XCTAssertEqual(Self.engines, [])
    }

    func testARecordingInAKeptEngineIsTheSameFile() async throws {
        let folder = try TemporaryFolder()
        let pages = ["moving.html?seconds=1", "perspective.html", "moving.html?seconds=1", "annual-report.html"]
        let pool = EnginePool(capacity: 1)
        for (number, page) in pages.enumerated() {
            let address = try PageAddress(Fixture.page(page))
            var files: [Data] = []
            for engines in [nil, pool, pool] {
                var plan = Self.plan(address, folder.path("\(number).mp4"))
                plan.overwritesOutput = true
                plan.duration = .milliseconds(500)
                let summary = try await Recording(plan, from: engines).run()
                XCTAssertEqual(summary.warnings, [])
                files.append(try Data(contentsOf: URL(fileURLWithPath: plan.output)))
            }
            XCTAssertEqual(files[1], files[0], page)
            XCTAssertEqual(files[2], files[0], page)
        }
        await pool.drain()
    }

    func testAnEngineThatDiedWhileItWaitedIsReplaced() async throws {
        let folder = try TemporaryFolder()
        let pool = EnginePool(capacity: 1)
        let page = try PageAddress(Fixture.page("static.html?seconds=0.2"))
        _ = try await Recording(Self.plan(page, folder.path("1.mp4")), from: pool).run()
        let engine = try XCTUnwrap(Self.engines.first)
        kill(engine, SIGKILL)
        try await Condition.wait(for: "the engine's end") { !Self.engines.contains(engine) }
        let summary = try await Recording(Self.plan(page, folder.path("2.mp4")), from: pool).run()
        XCTAssertEqual(summary.exitReason, .stopped)
        await pool.drain()
    }

    func testOnlyAsManyEnginesWaitAsThePoolHolds() async throws {
        let folder = try TemporaryFolder()
        let pool = EnginePool(capacity: 2)
        let page = try PageAddress(Fixture.page("static.html?seconds=0.2"))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...3 {
                group.addTask {
                    _ = try await Recording(Self.plan(page, folder.path("\(number).mp4")), from: pool).run()
                }
            }
            try await group.waitForAll()
        }
        try await Condition.wait(for: "the end of the third engine") { Self.engines.count == 2 }
        await pool.drain()
        XCTAssertEqual(Self.engines, [])
        XCTAssertEqual(folder.contents.sorted(), ["1.mp4", "2.mp4", "3.mp4"])
    }
}
