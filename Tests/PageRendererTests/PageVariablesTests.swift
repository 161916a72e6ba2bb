import EngineLink
import Glibc
import TestSupport
import XCTest

@testable import PageRenderer

/// Environment variables that only a page's processes have.
final class PageVariablesTests: XCTestCase {
    /// Another thread may read the environment while a page is being opened.
    func testLeavesThisProcessAsItIs() throws {
        try MainLoop.run { () async throws in
            try OpenPage(Fixture.page("static.html")).view.close()
            let (place, before) = unsafe (environ, Self.entries)

            var options = PageOptions()
            options.timeZone = "Europe/Lisbon"
            options.virtualTime = VirtualTime()
            options.virtualTime?.seed = 1
            let page = try OpenPage(Fixture.page("static.html"), options)
            unsafe XCTAssertEqual(place, environ)
            unsafe XCTAssertEqual(Self.entries, before)
            page.view.close()
            unsafe XCTAssertEqual(place, environ)
            unsafe XCTAssertEqual(Self.entries, before)
        }
    }

    func testReachThePage() throws {
        try MainLoop.run {
            let zone = "return Intl.DateTimeFormat().resolvedOptions().timeZone"
            var options = PageOptions()
            options.timeZone = "Europe/Lisbon"
            let page = try OpenPage(Fixture.page("static.html"), options)
            let named = try await page.view.evaluate(zone)
            XCTAssertEqual(named, "Europe/Lisbon")
            page.view.close()
            // The next page has the user's value again.
            let next = try OpenPage(Fixture.page("static.html"))
            let own = try await next.view.evaluate(zone)
            XCTAssertNotEqual(own, "Europe/Lisbon")
        }
    }

    /// The environment's entries, by address.
    private static var entries: [UnsafeMutablePointer<CChar>] {
        var entries: [UnsafeMutablePointer<CChar>] = unsafe []
        while let entry = unsafe environ[entries.count] { unsafe entries.append(entry) }
        return unsafe entries
    }
}
