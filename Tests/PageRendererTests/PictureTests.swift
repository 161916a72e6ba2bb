import EngineLink
import Frames
import TestSupport
import XCTest

@testable import PageRenderer

/// The pixels that a view draws.
final class PictureTests: XCTestCase {
    /// The stripes of known-colors.html, from left to right.
    private static let stripes: [UInt32] = [0xff0000, 0x00ff00, 0x0000ff, 0x808080, 0xffffff, 0x000000]

    /// Checks the middle of each stripe at the top, center and bottom.
    private static func check(_ picture: PixelBuffer, _ way: String) {
        for (index, color) in stripes.enumerated() {
            let column = (2 * index + 1) * picture.size.width / (2 * stripes.count)
            for row in [0, picture.size.height / 2, picture.size.height - 1] {
                XCTAssertEqual(
                    picture.color(column, row), color, "\(way), \(picture.size), stripe \(index), row \(row)")
            }
        }
    }

    func testColorsAreExact() throws {
        try MainLoop.run {
            // The last size is larger than the display was created for, and its rows end in
            // padding.
            for size in [(320, 180), (181, 97), (1501, 1203)].map(PixelSize.init(width:height:)) {
                let page = try OpenPage(Fixture.page("known-colors.html"), size: size)
                try await page.painted()
                let drawn = try page.buffer()
                page.view.draw(into: drawn)
                Self.check(drawn, "draw")
                let painted = try page.buffer()
                let outcome = await page.view.snapshot(into: painted, patience: .seconds(15))
                XCTAssertEqual(outcome, .drawn)
                Self.check(painted, "snapshot")
                page.view.close()
            }
        }
    }

    func testDetectsChangesOfThePage() throws {
        try MainLoop.run {
            let page = try OpenPage(Fixture.page("static.html"))
            try await page.painted()
            let buffer = try page.buffer()
            page.view.draw(into: buffer)
            XCTAssertFalse(page.view.isDamaged)
            // Repeats drawing until no update is pending.
            for _ in 0..<10 {
                page.view.draw(into: buffer)
                _ = await page.view.waitForPicture()
            }
            XCTAssertFalse(page.view.isDamaged, "nothing had changed")

            _ = try await page.view.evaluate("document.body.parentElement.style.background = '#ff0000'")
            // The picture follows some rendering updates later.
            var updates = 0
            while buffer.color(160, 150) != 0xff0000, updates < 300 {
                _ = await page.view.waitForPicture()
                if page.view.isDamaged { page.view.draw(into: buffer) }
                updates += 1
            }
            XCTAssertEqual(buffer.color(160, 150), 0xff0000, "the change was not noticed")
        }
    }

    func testDrawsInTruePerspective() throws {
        try MainLoop.run {
            let page = try OpenPage(
                Fixture.page("perspective.html"), size: PixelSize(width: 640, height: 360))
            try await page.painted()
            let picture = try page.buffer()
            page.view.draw(into: picture)
            // The columns and pixels that the page's comment describes.
            for (column, height) in [(245, 316), (360, 198)] {
                let white = (0..<360).count { picture.color(column, $0) == 0xffffff }
                XCTAssertLessThanOrEqual(abs(white - height), 2, "column \(column) has \(white) white pixels")
            }
            XCTAssertEqual(picture.color(245, 180), 0xffffff)
            XCTAssertEqual(picture.color(375, 180), 0x006e50)
            XCTAssertEqual(picture.color(270, 40), 0xffffff)
        }
    }

    func testGivesUpOnASnapshotOfAPageThatHangs() throws {
        try MainLoop.run {
            let page = try OpenPage(Fixture.page("hostile/spin.html"))
            _ = try await page.signal(.start)
            let buffer = try page.buffer()
            // The page responds for 1 s.
            var outcome = SnapshotOutcome.drawn
            while outcome == .drawn {
                outcome = await page.view.snapshot(into: buffer, patience: .milliseconds(500))
            }
            XCTAssertEqual(outcome, .unanswered)
            page.view.terminate()
        }
    }

    func testAClosedViewDrawsNothing() throws {
        try MainLoop.run {
            let page = try OpenPage(Fixture.page("static.html"))
            try await page.painted()
            let buffer = try page.buffer()
            page.view.close()
            let outcome = await page.view.snapshot(into: buffer, patience: .seconds(15))
            XCTAssertEqual(outcome, .none)
            page.view.draw(into: buffer)
            let isPainted = await page.view.waitForPicture()
            XCTAssertFalse(isPainted)
        }
    }

    func testHasAPictureOfAPageThatPaintsNoBackground() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("plain.html", "<!doctype html><p>Plain")
        try MainLoop.run {
            let page = try OpenPage(path)
            try await page.painted()
            XCTAssertTrue(page.view.hasPicture)
            let buffer = try page.buffer()
            page.view.draw(into: buffer)
            XCTAssertEqual(buffer.color(310, 170), 0xffffff)
        }
    }

    func testPrefersReducedMotion() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(
            "motion.html",
            """
            <!doctype html><style>html { background: #ff0000 }
            @media (prefers-reduced-motion: reduce) { html { background: #00ff00 } }</style>
            """)
        try MainLoop.run {
            for reducesMotion in [true, false, true] {
                var options = PageOptions()
                options.prefersReducedMotion = reducesMotion
                let page = try OpenPage(path, options)
                try await page.painted()
                let buffer = try page.buffer()
                page.view.draw(into: buffer)
                XCTAssertEqual(buffer.color(310, 170), reducesMotion ? 0x00ff00 : 0xff0000)
                page.view.close()
            }
        }
    }

    func testShowsADarkCanvas() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(
            "dark.html", "<!doctype html><meta name='color-scheme' content='dark light'><p>Dark")
        try MainLoop.run {
            for prefersDark in [true, false] {
                var options = PageOptions()
                options.prefersDark = prefersDark
                let page = try OpenPage(path, options)
                try await page.painted()
                let buffer = try page.buffer()
                page.view.draw(into: buffer)
                // WebKitGTK's dark canvas.
                XCTAssertEqual(buffer.color(310, 170), prefersDark ? 0x1e1e1e : 0xffffff)
                page.view.close()
            }
        }
    }

    func testHasNoPictureBeforeThePages() throws {
        try MainLoop.run {
            let page = try OpenPage(Fixture.page("known-colors.html"))
            XCTAssertFalse(page.view.hasPicture)
            let buffer = try page.buffer()
            page.view.draw(into: buffer)
            XCTAssertEqual(buffer.color(0, 0), 0xffffff)
            XCTAssertEqual(buffer.color(319, 179), 0xffffff)
            try await page.painted()
            XCTAssertTrue(page.view.hasPicture)
        }
    }
}
