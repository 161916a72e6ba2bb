import EngineLink
import TestSupport
import XCTest

@testable import PageRenderer

/// Detection of page processes that hang.
final class PageWatchdogTests: XCTestCase {
    /// Whether a watchdog has fired, and the test that waits for it.
    @MainActor
    private final class Ear {
        private(set) var barks = 0
        private var waiting: CheckedContinuation<Void, Never>?

        func hear() {
            barks += 1
            waiting?.resume()
            waiting = nil
        }

        func heard() async {
            if barks == 0 { await withCheckedContinuation { waiting = $0 } }
        }
    }

    func testReportsAHangOnce() throws {
        try MainLoop.run {
            let page = try OpenPage(Fixture.page("hostile/spin.html"))
            _ = try await page.signal(.start)
            let ear = Ear()
            let watchdog = PageWatchdog(view: page.view, limit: .milliseconds(400)) { ear.hear() }
            await ear.heard()
            // Several times its limit; the page's responses serve as the clock.
            let other = try OpenPage(Fixture.page("static.html?seconds=1"))
            _ = try await other.signal(.stop)
            XCTAssertEqual(ear.barks, 1)
            withExtendedLifetime(watchdog) {}
            page.view.terminate()
        }
    }

    func testDoesNotReportAResponsivePage() throws {
        try MainLoop.run {
            let page = try OpenPage(Fixture.page("moving.html?seconds=4"))
            _ = try await page.signal(.start)
            let ear = Ear()
            let watchdog = PageWatchdog(view: page.view, limit: .seconds(3)) { ear.hear() }
            _ = try await page.signal(.stop)
            XCTAssertEqual(ear.barks, 0)
            withExtendedLifetime(watchdog) {}
        }
    }
}
