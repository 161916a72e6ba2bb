import Dispatch
import EngineLink
import Frames
import TestSupport
import XCTest

@testable import PageRenderer

/// The page's virtual time, from step to step.
final class PageTimelineTests: XCTestCase {
    /// A task that leaves the page computing forever ends the timeline, even if another task at the
    /// same instant ends the page's process.
    func testNoTaskRunsAfterOneThatLeavesThePageStuck() throws {
        try MainLoop.run {
            var options = PageOptions()
            var time = VirtualTime()
            time.patience = .seconds(2)
            options.virtualTime = time
            let page = try OpenPage(Fixture.page("static.html"), options)
            let clock = try XCTUnwrap(page.view.clock)
            let (events, event) = AsyncStream<PageTimeline.Event>.makeStream()
            let timeline = PageTimeline(view: page.view, clock: clock) { event.yield($0) }
            timeline.start()
            _ = try await page.first { if case .loaded = $0 { () } else { nil } }
            var tasks: [String] = []
            let instant = clock.instant.advanced(by: .seconds(1))
            timeline.schedule(at: instant) {
                tasks.append("first")
                page.view.startEvaluation("for (;;) {}") { _ in }
            }
            timeline.schedule(at: instant) {
                tasks.append("second")
                page.view.terminate()
            }
            var last: PageTimeline.Event?
            for await event in events {
                last = event
                if case .stuck = event { break }
                if tasks.count == 2 { break }
            }
            if case .stuck? = last {} else { XCTFail("the timeline reports \(String(describing: last))") }
            XCTAssertEqual(tasks, ["first"])
            await timeline.stop()
            page.view.close()
        }
    }

    /// The page is not idle while the main thread waits in the middle of its work, as for a reply
    /// of the display server: it may have a message that it has not handled.
    func testThePageIsNotIdleWhileTheMainThreadWaitsForSomethingElse() throws {
        try MainLoop.run {
            var options = PageOptions()
            options.virtualTime = VirtualTime()
            let page = try OpenPage(Fixture.page("static.html"), options)
            let clock = try XCTUnwrap(page.view.clock)
            let timeline = PageTimeline(view: page.view, clock: clock) { _ in }
            timeline.start()
            _ = try await page.first { if case .loaded = $0 { () } else { nil } }
            await timeline.stop()
            let end = DispatchSemaphore(value: 0)
            let rest = Task.detached {
                let isIdle = await clock.settle()
                end.signal()
                return isIdle
            }
            XCTAssertEqual(end.wait(timeout: .now() + .milliseconds(500)), .timedOut)
            let isIdle = await rest.value
            XCTAssertTrue(isIdle)
            page.view.close()
        }
    }
}
