import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// `pagereel stills --full-page`: stills that are as tall as the page.
    @Suite("Stills of whole pages")
    struct FullPages {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        private func stills(
            of body: String, script: String = "", at moments: String = "300ms", _ others: [String] = [],
            expecting exitCode: Int32 = 0, sourceLocation: SourceLocation = #_sourceLocation
        ) async throws -> Pagereel.Outcome {
            let head = "<style>html, body { margin: 0 } * { box-sizing: border-box }</style>"
            try folder.write("page.html", TestPage.html(head: head, body: body, script: script))
            let outcome = try await Pagereel.run(
                ["stills", "page.html", "--at", moments, "-o", "now", "--overwrite", "--full-page"] + TestPage.small
                    + others, folder: folder)
            #expect(outcome.exitCode == exitCode, "\(outcome.standardError)", sourceLocation: sourceLocation)
            return outcome
        }

        /// The size of a still, and its colors in the middle of some rows, as FFmpeg decodes it.
        private func still(
            _ name: String = "0000300ms.png", rows: [Int] = []
        ) async throws -> (size: String, colors: [[UInt8]]) {
            let path = folder.path("now/\(name)")
            let probed = try await Tool.run(
                "ffprobe", ["-v", "error", "-show_entries", "stream=width,height", "-of", "csv=p=0:s=x", path])
            let size = String(decoding: probed, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            let pixels = try await Tool.run(
                "ffmpeg", ["-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"])
            let width = try #require(size.split(separator: "x").first.flatMap { Int($0) })
            return (size, rows.map { Array(pixels[($0 * width + width / 2) * 3..<($0 * width + width / 2) * 3 + 3]) })
        }

        @Test("All rows are right, in each rendering, up to the tallest", arguments: ["painted", "composited"])
        func tall(rendering: String) async throws {
            // A row's color is the hundreds of its place, in two digits.
            let outcome = try await stills(
                of: "",
                script: """
                    for (let row = 0; row < 163; row++) {
                        const box = document.createElement('div');
                        box.style.cssText = `height: 100px; background: rgb(${row % 16 * 16}, ${row >> 4 << 4}, 100)`;
                        document.body.append(box);
                    }
                    """, ["--rendering", rendering])
            #expect(!outcome.standardError.contains("warning"), "\(outcome.standardError)")
            let rows = (0..<163).map { $0 * 100 + 50 }
            let (size, colors) = try await still(rows: rows)
            #expect(size == "320x16300")
            let wrong = colors.enumerated().filter { row, color in
                color != [UInt8(row % 16 * 16), UInt8(row / 16 * 16), 100]
            }
            #expect(wrong.map(\.offset) == [])
        }

        @Test("What appears or loads only in view is shown, and a still can be of an element far below")
        func below() async throws {
            _ = try await stills(
                of: "<div style='height: 2000px'></div><p id=late style='height: 100px; margin: 0'></p>",
                script: """
                    const late = document.querySelector('#late');
                    new IntersectionObserver(entries => {
                        if (entries.some(entry => entry.isIntersecting)) late.style.background = 'rgb(0, 200, 0)';
                    }).observe(late);
                    """)
            let whole = try await still(rows: [1990, 2050])
            #expect(whole.size == "320x2100" && whole.colors[1] == [0, 200, 0] && whole.colors[0] != [0, 200, 0])
            _ = try await stills(
                of: """
                    <div style='height: 900px'></div>
                    <p style='height: 40px; margin: 0; background: rgb(9, 8, 7)'></p>
                    """, ["--selector", "p", "--scale", "2"])
            let element = try await still(rows: [0, 40, 79])
            #expect(element.size == "640x80" && element.colors.allSatisfy { $0 == [9, 8, 7] }, "\(element)")
        }

        @Test("A page that scrolls in an element, one that grows, and a short one are shown whole", .full)
        func heights() async throws {
            let scroller = try await stills(
                of: """
                    <main style="height: 100vh; overflow: auto"><div style="height: 700px"></div>
                    <div style="height: 50px; background: rgb(1, 2, 3)"></div></main>
                    """)
            #expect(!scroller.standardError.contains("warning"), "\(scroller.standardError)")
            let inner = try await still(rows: [725])
            #expect(inner.size == "320x750" && inner.colors == [[1, 2, 3]], "\(inner)")
            _ = try await stills(
                of: "<div id=box></div>", script: "after(1000, () => { box.style.height = '1000px'; });",
                at: "300ms,2s")
            // All have the height of the tallest.
            #expect(try await still().size == "320x1000")
            #expect(try await still("0002000ms.png").size == "320x1000")
            _ = try await stills(of: "<p>Short</p>")
            #expect(try await still().size == "320x180")
            // What a page hides on purpose is not part of it.
            _ = try await stills(of: "<style>html { overflow: hidden }</style><div style='height: 900px'>")
            #expect(try await still().size == "320x180")
        }

        @Test("A part as tall as the view is warned of; a page that is too tall is an error, and nothing is written")
        func limits() async throws {
            let hero = try await stills(
                of: "<div style='height: 100vh'></div><div style='height: 400px; background: red'></div>")
            #expect(
                hero.standardError.contains("does not show the page's last 400 CSS pixels"), "\(hero.standardError)")
            #expect(try await still().size == "320x580")
            try FileManager.default.removeItem(atPath: folder.path("now"))
            let long = try await stills(
                of: "<div style='height: 9000px'></div>", ["--scale", "2"], expecting: 64)
            #expect(long.standardError.contains("is 9000 CSS pixels tall"), "\(long.standardError)")
            #expect(!folder.contains("now/0000300ms.png"))
            _ = try await stills(of: "<div style='height: 8192px'></div>", ["--scale", "2"])
            #expect(try await still().size == "640x16384")
        }
    }
}
