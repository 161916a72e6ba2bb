import CWebKitGTK
import EngineLink
import Frames
import TestSupport
import XCTest

@testable import PageRenderer

/// The events that a view reports.
final class PageViewTests: XCTestCase {
    func testReportsLoadEventsInOrder() throws {
        try MainLoop.run {
            let page = try OpenPage(Fixture.page("static.html?seconds=0"))
            XCTAssertFalse(page.view.hasArrived)
            _ = try await page.signal(.stop)
            let stations = page.events.compactMap { event in
                switch event {
                case .committed: "committed"
                case .loaded: "loaded"
                case .signalled(let event): event.signal.word
                default: nil
                }
            }
            XCTAssertEqual(stations, ["committed", "loaded", "start", "stop"])
            XCTAssertTrue(page.view.hasArrived)
            XCTAssertEqual(page.view.title, "A page that does not change")
            XCTAssertEqual(page.view.currentAddress, "file://\(Fixture.page("static.html"))?seconds=0")
        }
    }

    func testRepeatsARequestThatWebKitCanceled() throws {
        try MainLoop.run {
            let page = try OpenPage(Fixture.page("static.html?seconds=0"))
            let error = try unsafe XCTUnwrap(
                g_error_new_literal(g_io_error_quark(), CInt(G_IO_ERROR_CANCELLED.rawValue), "Operation was cancelled"))
            defer { unsafe g_error_free(error) }
            unsafe page.view.loadFailed(address: nil, error: error, isCommitted: false)
            _ = try await page.signal(.stop)
            XCTAssertFalse(page.events.contains { if case .failed = $0 { true } else { false } })

            let other = try OpenPage(Fixture.page("static.html?seconds=0"))
            unsafe other.view.loadFailed(address: nil, error: error, isCommitted: false)
            unsafe other.view.loadFailed(address: nil, error: error, isCommitted: false)
            do {
                _ = try await other.signal(.stop)
                XCTFail("the page was asked for a third time")
            } catch let failure as PageError {
                XCTAssertTrue(failure.message.contains("Operation was cancelled"), failure.message)
            }
        }
    }

    func testReportsTheChannelOfASignal() throws {
        try MainLoop.run {
            for (name, channel) in [
                ("message", SignalEvent.Channel.message), ("href", .navigation), ("link", .navigation),
                ("iframe", .navigation), ("form", .navigation), ("window-open", .navigation),
                ("target-blank", .navigation), ("fetch", .resource),
            ] {
                let before = PageInstant.realNow
                let page = try OpenPage(Fixture.page("signals/\(name).html"))
                let start = try await page.signal(.start)
                XCTAssertEqual(start.channel, channel, name)
                XCTAssertGreaterThan(start.instant, before, name)
                XCTAssertLessThanOrEqual(start.instant, PageInstant.realNow, name)
                page.view.close()
            }
        }
    }

    func testHTTPSignalsDoNotNavigate() throws {
        try MainLoop.run {
            var options = PageOptions()
            options.signalAddresses = SignalAddresses(
                start: "https://app.example/YourStartURL", stop: "https://app.example/YourStopURL")
            let page = try OpenPage(Fixture.page("signals/own-addresses.html"), options)
            _ = try await page.signal(.start)
            let stop = try await page.signal(.stop)
            XCTAssertEqual(stop.channel, .navigation)
            XCTAssertEqual(page.view.currentAddress, "file://\(Fixture.page("signals/own-addresses.html"))")
            for event in page.events {
                if case .declined(let text) = event { XCTFail(text) }
            }
        }
    }

    func testReportsARefusedConnection() throws {
        try MainLoop.run {
            let port = try Self.closedPort()
            let page = try OpenPage("http://user:secret@127.0.0.1:\(port)/report")
            let error = try await page.first { if case .failed(let error) = $0 { error } else { nil } }
            XCTAssertEqual(error.code, .cannotLoad)
            XCTAssertEqual(
                error.message,
                "The page http://127.0.0.1:\(port)/report cannot be loaded: 127.0.0.1 refused the connection.")
            XCTAssertFalse(page.view.hasArrived)
        }
    }

    func testSaysThatAPortIsForbidden() throws {
        try MainLoop.run {
            // WebKit itself blocks the ports of other protocols.
            let page = try OpenPage("http://127.0.0.1:6667/")
            let error = try await page.first { if case .failed(let error) = $0 { error } else { nil } }
            XCTAssertEqual(error.code, .cannotLoad)
            XCTAssertTrue(error.message.contains("port"), error.message)
        }
    }

    /// A port of this machine on which nothing listens.
    private static func closedPort() throws -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        try unsafe withUnsafeMutableBytes(of: &address) { bytes in
            let pointer = try unsafe XCTUnwrap(bytes.baseAddress).assumingMemoryBound(to: sockaddr.self)
            unsafe XCTAssertEqual(bind(descriptor, pointer, length), 0)
            unsafe XCTAssertEqual(getsockname(descriptor, pointer, &length), 0)
        }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    func testRunsScriptsInAnIsolatedWorld() throws {
        try MainLoop.run {
            let page = try OpenPage(Fixture.page("static.html"))
            try await page.painted()
            let sum = try await page.view.evaluate("window.hidden = 3; return await Promise.resolve(hidden + 4)")
            XCTAssertEqual(sum, "7")
            do throws(ScriptError) {
                _ = try await page.view.evaluate("throw new Error('No such slide')")
                XCTFail("a script that throws gave an answer")
            } catch {
                XCTAssertTrue(error.message.contains("No such slide"), error.message)
            }
        }
    }

    func testFindsElementsAndRejectsInvalidSelectors() throws {
        try MainLoop.run {
            let page = try OpenPage(Fixture.page("static.html"))
            try await page.painted()
            let found = try await page.view.waitForElement("h1")
            XCTAssertTrue(found)
            do throws(PageError) {
                _ = try await page.view.waitForElement("h1[")
                XCTFail("h1[ was taken for a selector")
            } catch {
                XCTAssertEqual(error.code, .invalidPlan)
                XCTAssertTrue(error.message.hasPrefix("'h1[' is not a CSS selector (--wait-for)."))
            }
        }
    }

    func testReportsOnlyRealCrashes() throws {
        try MainLoop.run {
            let page = try OpenPage(Fixture.page("static.html?seconds=60"))
            try await page.painted()
            page.view.terminate()
            // The next page's process starts after the first one's end.
            let other = try OpenPage(Fixture.page("static.html"))
            try await other.painted()
            for event in page.events {
                if case .crashed = event { XCTFail("an end on demand was reported as a crash") }
            }
        }
    }

    func testAClosedViewReportsNothing() throws {
        try MainLoop.run {
            let page = try OpenPage(Fixture.page("static.html?seconds=0.2"))
            _ = try await page.signal(.start)
            page.view.close()
            page.view.close()
            let count = page.events.count
            let other = try OpenPage(Fixture.page("static.html?seconds=0.5"))
            _ = try await other.signal(.stop)
            XCTAssertEqual(page.events.count, count)
        }
    }

    func testReportsThatTheScaleCannotChange() throws {
        try MainLoop.run {
            // The first page of the process fixes the scale at 1.
            _ = try OpenPage(Fixture.page("static.html"))
            var options = PageOptions()
            options.scale = try XCTUnwrap(DeviceScale(2))
            do {
                _ = try OpenPage(Fixture.page("static.html"), options)
                XCTFail("a second scale was accepted")
            } catch let error as PageError {
                XCTAssertEqual(error.code, .invalidPlan)
                XCTAssertTrue(error.message.contains("is 1 and cannot change to 2"), error.message)
            }
        }
    }
}
