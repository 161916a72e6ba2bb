import Dispatch
import EngineLink
import Synchronization
import TestSupport
import XCTest

@testable import PageRenderer

/// What the clock of a closed page leaves to the next page of the same process.
final class EndedClockTests: XCTestCase {
    /// The page's main thread may never return to its event loop, and its processes' end looks like rest.
    func testAWaitForThePageEndsWithThePage() throws {
        try MainLoop.run {
            let page = try await Self.idlePage()
            let clock = try XCTUnwrap(page.view.clock)
            let begun = DispatchSemaphore(value: 0)
            let isOver = Atomic(false)
            let wait = Task.detached {
                await clock.onQueue {
                    begun.signal()
                    let isIdle = clock.waitForRest()
                    isOver.store(true, ordering: .sequentiallyConsistent)
                    return isIdle
                }
            }
            // While this thread works, the page is not idle.
            begun.wait()
            page.view.close()
            XCTAssertTrue(isOver.load(ordering: .sequentiallyConsistent))
            let isIdle = await wait.value
            XCTAssertFalse(isIdle)
        }
    }

    /// A task that asks for rest after the end gets an answer at once.
    func testNoWaitBeginsAfterTheEnd() throws {
        try MainLoop.run {
            let page = try await Self.idlePage()
            let clock = try XCTUnwrap(page.view.clock)
            page.view.close()
            let isIdle = await clock.settle()
            XCTAssertFalse(isIdle)
            let outcome = await clock.advance(to: clock.instant.advanced(by: .seconds(1)))
            XCTAssertEqual(outcome, .stuck)
            let isRefreshed = await clock.settleAfterRefresh(until: .picture)
            XCTAssertFalse(isRefreshed)
        }
    }

    /// A take that is given up closes its page in the middle of a step.
    func testAStepThatTheEndCutsOffDoesNotHang() throws {
        try MainLoop.run {
            var options = PageOptions()
            options.virtualTime = VirtualTime()
            let page = try OpenPage(Fixture.page("static.html"), options)
            let clock = try XCTUnwrap(page.view.clock)
            var isStuck = false
            let timeline = PageTimeline(view: page.view, clock: clock) { if case .stuck = $0 { isStuck = true } }
            timeline.start()
            _ = try await page.first { if case .loaded = $0 { () } else { nil } }
            page.view.close()
            await timeline.stop()
            XCTAssertFalse(isStuck)
        }
    }

    /// A refresh that a closed page's task asks for is not the next page's.
    func testAClosedPageReleasesNoRefresh() throws {
        try MainLoop.run {
            let closed = try await Self.idlePage()
            closed.view.close()
            let page = try await Self.idlePage()
            let clock = try XCTUnwrap(page.view.clock)
            _ = try await page.view.evaluate(
                """
                window.turns = 0;
                const turn = () => { window.turns += 1; requestAnimationFrame(turn); };
                requestAnimationFrame(turn);
                """)
            for (refreshed, turns) in [(closed, "0"), (page, "1")] {
                let isIdle = await clock.settle()
                XCTAssertTrue(isIdle)
                refreshed.view.refresh(endsAtPicture: true)
                let isIdleAgain = await clock.settle()
                XCTAssertTrue(isIdleAgain)
                let seen = try await page.view.evaluate("return window.turns")
                XCTAssertEqual(seen, turns)
            }
            page.view.close()
        }
    }

    /// A page on the virtual clock that has loaded, and whose time stands still.
    @MainActor
    private static func idlePage(_ name: String = "static.html") async throws -> OpenPage {
        var options = PageOptions()
        options.virtualTime = VirtualTime()
        let page = try OpenPage(Fixture.page(name), options)
        let clock = try XCTUnwrap(page.view.clock)
        let timeline = PageTimeline(view: page.view, clock: clock) { _ in }
        timeline.start()
        _ = try await page.first { if case .loaded = $0 { () } else { nil } }
        await timeline.stop()
        return page
    }
}
