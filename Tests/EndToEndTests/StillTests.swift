import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// `pagereel stills`: pictures of a page at exact times.
    @Suite("Stills")
    struct Stills {
        private let folder: TemporaryFolder
        private let options = ["--size", "320x180", "--date", "2026-01-01T00:00:00Z", "--seed", "1"]

        init() throws { folder = try TemporaryFolder() }

        private func stills(
            _ page: String, _ at: String, to name: String, _ others: [String] = [], expecting exitCode: Int32 = 0,
            sourceLocation: SourceLocation = #_sourceLocation
        ) async throws -> Pagereel.Outcome {
            let outcome = try await Pagereel.run(
                ["stills", page, "--at", at, "-o", folder.path(name)] + options + others)
            #expect(outcome.exitCode == exitCode, "\(outcome.standardError)", sourceLocation: sourceLocation)
            return outcome
        }

        private func names(in name: String) throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: folder.path(name)).sorted()
        }

        @Test("Stills, references and differences that would replace each other are refused, also through a link")
        func sameFolders() async throws {
            let page = Fixture.page("bar-code.html?signals=none")
            _ = try await stills(page, "1s", to: "now", ["--compare", folder.path("kept"), "--update"])
            let reference = try folder.read("kept/0001000ms.png")
            try FileManager.default.createSymbolicLink(
                atPath: folder.path("link"), withDestinationPath: folder.path("kept"))
            for (output, others) in [
                ("kept", ["--overwrite"]), ("link", ["--overwrite"]), ("new", ["--differences", folder.path("kept")]),
                ("new", ["--differences", folder.path("new/.")]),
            ] {
                let outcome = try await stills(
                    page, "1s", to: output, ["--compare", folder.path("kept")] + others, expecting: 64)
                #expect(outcome.standardError.contains("replace each other"), "\(outcome.standardError)")
            }
            let isKept = try folder.read("kept/0001000ms.png") == reference
            #expect(isKept)
        }

        @Test("A page that hangs ends with its status, and with the stills before")
        func hang() async throws {
            let page = try folder.write("page.html", TestPage.html(script: "after(700, () => { for (;;); })"))
            let outcome = try await stills(page, "200ms,2s", to: "now", ["--hang-timeout", "2s"], expecting: 12)
            #expect(outcome.standardError.contains("2s did not come: the page hung"), "\(outcome.standardError)")
            #expect(try names(in: "now") == ["0000200ms.png"])
        }

        @Test(
            "Each picture shows the page at exactly its time, even between refreshes",
            arguments: ["painted", "composited"])
        func exact(rendering: String) async throws {
            _ = try await stills(
                Fixture.page("bar-code.html?signals=none"), "2s,1s,1.5s,1.517s,1.518s", to: "now",
                ["--rendering", rendering])
            let names = ["0001000ms", "0001500ms", "0001517ms", "0001518ms", "0002000ms"]
            var times: [Int] = []
            for name in names {
                let shown = try await BarCode.times(of: folder.path("now/\(name).png"))
                times.append(try #require(shown.first ?? nil))
            }
            #expect(times.map { $0 - times[0] } == [0, 500, 517, 518, 1000])
        }

        @Test("With --wait-for, times count from when the element exists", .full)
        func waitFor() async throws {
            let page = try folder.write(
                "page.html",
                TestPage.html(
                    script: """
                        after(500, () => {
                            document.body.insertAdjacentHTML('beforeend', '<p id=ready>');
                            document.body.style.background = 'red';
                        });
                        after(1500, () => { document.body.style.background = 'lime'; });
                        """))
            _ = try await stills(page, "0s,800ms,1200ms", to: "now", ["--wait-for", "#ready"])
            let colors = [("0000000ms", [255, 0, 0]), ("0000800ms", [255, 0, 0]), ("0001200ms", [0, 255, 0])]
            for (name, color) in colors {
                let picture = try await FrameDecoder.frames(of: folder.path("now/\(name).png"), as: .rgb24)
                #expect(picture.first?.pixel(100, 100) == color, "\(name)")
            }
        }

        @Test("An element that never exists is an error, and no still is taken", .full)
        func waitForNothing() async throws {
            let page = try folder.write("page.html", TestPage.timed(200))
            let outcome = try await stills(page, "0s", to: "now", ["--wait-for", ".never"], expecting: 11)
            #expect(outcome.standardError.contains(".never"))
            #expect(folder.contents == ["page.html"])
        }

        @Test("Signals can be moments, and pictures are reproducible")
        func signals() async throws {
            let page = try folder.write(
                "page.html",
                TestPage.html(
                    script: """
                        after(500, () => { document.body.style.background = 'red'; send({signal: 'mark', name: 'a/b'}); });
                        after(1000, () => { document.body.style.background = 'lime'; send('stop'); });
                        after(2000, () => { document.body.style.background = 'blue'; });
                        """))
            _ = try await stills(page, "mark:a/b,stop,2500ms", to: "first")
            #expect(Set(try names(in: "first")) == ["mark-a-b.png", "stop.png", "0002500ms.png"])
            for (name, color) in [("mark-a-b", [255, 0, 0]), ("stop", [0, 255, 0]), ("0002500ms", [0, 0, 255])] {
                let picture = try await FrameDecoder.frames(of: folder.path("first/\(name).png"), as: .rgb24)
                #expect(picture.first?.pixel(100, 100) == color)
            }
            _ = try await stills(page, "mark:a/b,stop,2500ms", to: "second")
            for name in try names(in: "first") {
                #expect(try folder.read("first/\(name)") == folder.read("second/\(name)"))
            }
        }

        @Test("Pictures are compared with references; --update replaces them", .full)
        func comparison() async throws {
            func page(_ shade: Int) throws -> String {
                try folder.write(
                    "page\(shade).html",
                    TestPage.html(
                        body: "<div style='width: 32px; height: 18px; background: rgb(\(shade), 0, 0)'></div>",
                        script: ""))
            }
            let kept = ["--compare", folder.path("kept")]
            _ = try await stills(try page(100), "100ms", to: "now", kept + ["--update"])
            #expect(try names(in: "kept") == ["0000100ms.png"])
            let same = try await stills(try page(100), "100ms", to: "now", kept + ["--overwrite"])
            #expect(same.standardOutput.contains("0000100ms.png: same"))

            let other = try await stills(
                try page(104), "100ms", to: "now", kept + ["--overwrite"], expecting: 1)
            #expect(
                other.standardOutput.contains(
                    "different: 576 pixels (1.0 %), at most 4 apart, within 32x18 pixels at 0,0"),
                "\(other.standardOutput)")
            #expect(folder.contains("now/differences/0000100ms.png"))
            let quiet = try await stills(
                try page(104), "100ms", to: "now", kept + ["--overwrite", "--quiet"], expecting: 1)
            #expect(quiet.standardOutput == "" && quiet.standardError.contains("0000100ms.png: different"))
            let ignored = ["--ignore", "0,0,16x18", "--ignore", "16,0,16x18"]
            for tolerance in [["--tolerance", "4"], ["--allow", "1"], ignored] {
                _ = try await stills(try page(104), "100ms", to: "now", kept + ["--overwrite"] + tolerance)
            }
            let half = try await stills(
                try page(104), "100ms", to: "now", kept + ["--overwrite", "--ignore", "0,0,16x18"], expecting: 1)
            #expect(half.standardOutput.contains("288 pixels"), "\(half.standardOutput)")
            #expect(
                try await stills(try page(104), "100ms", to: "now", ["--ignore", "0,0,16x18"], expecting: 64)
                    .standardError.contains("--ignore needs --compare"))
            let json = try await stills(try page(104), "200ms", to: "next", kept + ["--json"], expecting: 1)
            #expect(json.standardOutput.contains("\"outcome\":\"missing\""))
            #expect(json.standardOutput.contains("\"outcome\":\"added\""))
            _ = try await stills(try page(104), "100ms", to: "now", kept + ["--overwrite", "--update"])
            _ = try await stills(try page(104), "100ms", to: "now", kept + ["--overwrite"])
        }

        @Test("Elements that match a selector are left out of the comparison, where they are in the new still", .full)
        func ignoredElements() async throws {
            /// A page with two clocks at 20 and 60 pixels from the top, and a box that never changes.
            func page(_ shade: Int, at left: Int = 0, box: String = "white") throws -> String {
                let clock =
                    "position: absolute; left: \(left)px; width: 30px; height: 10px; background: rgb(\(shade), 0, 0)"
                return try folder.write(
                    "page.html",
                    TestPage.html(
                        body: """
                            <i class=clock style="top: 20px; \(clock)"></i><i class=clock style="top: 60px; \(clock)"></i>
                            <b style="position: absolute; left: 100px; top: 100px; width: 5px; height: 5px; \
                            background: \(box)"></b>
                            """, script: ""))
            }
            let kept = ["--compare", folder.path("kept"), "--overwrite"]
            _ = try await stills(try page(10), "100ms", to: "now", kept + ["--update"])
            _ = try await stills(try page(200), "100ms", to: "now", kept, expecting: 1)
            _ = try await stills(try page(200), "100ms", to: "now", kept + ["--ignore", ".clock"])
            // Only the first clock is left out.
            let first = try await stills(
                try page(200), "100ms", to: "now", kept + ["--ignore", ".clock:first-of-type"], expecting: 1)
            #expect(first.standardOutput.contains("different: 300 pixels"), "\(first.standardOutput)")
            // What the reference has where the clocks were counts.
            let moved = try await stills(
                try page(10, at: 40), "100ms", to: "now", kept + ["--ignore", ".clock"], expecting: 1)
            #expect(moved.standardOutput.contains("different: 600 pixels"), "\(moved.standardOutput)")
            let other = try await stills(
                try page(200, box: "black"), "100ms", to: "now", kept + ["--ignore", ".clock"], expecting: 1)
            #expect(other.standardOutput.contains("different: 25 pixels"), "\(other.standardOutput)")
            let none = try await stills(
                try page(10), "100ms", to: "now", kept + ["--ignore", ".clock", "--ignore", "#none"])
            #expect(
                none.standardError.contains("warning: No element matches --ignore '#none' at 0.1"),
                "\(none.standardError)")
            #expect(!none.standardError.contains(".clock"))
            let invalid = try await stills(
                try page(10), "100ms", to: "now", kept + ["--ignore", ".clock["], expecting: 64)
            #expect(invalid.standardError.contains("'.clock[' is not a CSS selector (--ignore)"))
            let malformed = try await stills(
                try page(10), "100ms", to: "now", kept + ["--ignore", "10,20,300"], expecting: 64)
            #expect(malformed.standardError.contains("X,Y,WxH"), "\(malformed.standardError)")
        }

        @Test("Elements are left out of the comparison of one element's stills")
        func ignoredInElement() async throws {
            func page(_ shade: Int) throws -> String {
                try folder.write(
                    "page.html",
                    TestPage.html(
                        body: """
                            <main style="position: absolute; left: 50px; top: 40px; width: 100px; height: 60px; \
                            background: white"><i style="position: absolute; left: -10px; top: 10px; width: 30px; \
                            height: 10px; background: rgb(\(shade), 0, 0)"></i></main>
                            """, script: ""))
            }
            let kept = ["--compare", folder.path("kept"), "--overwrite", "--selector", "main", "--scale", "2"]
            _ = try await stills(try page(10), "100ms", to: "now", kept + ["--update"])
            _ = try await stills(try page(200), "100ms", to: "now", kept, expecting: 1)
            _ = try await stills(try page(200), "100ms", to: "now", kept + ["--ignore", "main i"])
        }

        @Test("Stills of an earlier run are not compared: a reference without a new still is missing", .full)
        func earlier() async throws {
            let page = try folder.write("page.html", TestPage.timed(300))
            let kept = ["--compare", folder.path("kept"), "--overwrite"]
            _ = try await stills(page, "100ms,stop", to: "now", kept + ["--update"])
            let fewer = try await stills(page, "100ms", to: "now/.", kept, expecting: 1)
            #expect(fewer.standardOutput.contains("0000100ms.png: same\n"), "\(fewer.standardOutput)")
            #expect(fewer.standardOutput.contains("stop.png: missing: only the reference picture exists"))
            try FileManager.default.removeItem(atPath: folder.path("kept/stop.png"))
            let same = try await stills(page, "100ms", to: "now", kept)
            #expect(!same.standardOutput.contains("stop.png"), "\(same.standardOutput)")
        }

        @Test("A still can show one element, cut at the view's edge", .full)
        func element() async throws {
            let page = try folder.write(
                "page.html",
                TestPage.html(
                    body: """
                        <div style='position: absolute; left: 10px; top: 20px; width: 33.5px; height: 18px; background: red'
                        id=a></div><div id=b style='position: absolute; left: -5px; top: 100px; width: 25px; height: 9px'>
                        </div><div id=c style='position: absolute; top: 5000px; width: 9px; height: 9px'></div>
                        """, script: ""))
            for (selector, scale, size) in [
                ("#a", 1, "34x18"), ("#a", 2, "67x36"), ("#b", 1, "20x9"), ("div", 1, "34x18"),
            ] {
                _ = try await stills(
                    page, "100ms", to: "now", ["--selector", selector, "--scale", "\(scale)", "--overwrite"])
                let stills = try await FrameDecoder.frames(of: folder.path("now/0000100ms.png"), as: .rgb24)
                let still = try #require(stills.first)
                #expect("\(still.width)x\(still.height)" == size, "\(selector)")
                if selector == "#a" {
                    let last = (still.width - 2, still.height - 1)
                    #expect(still.pixel(0, 0) == [255, 0, 0] && still.pixel(last.0, last.1) == [255, 0, 0])
                }
            }
            for (selector, message) in [
                ("#none", "No element matches"), ("#c", "is not in the view"), ("#", "is not a CSS selector"),
            ] {
                let outcome = try await stills(
                    page, "100ms", to: "none", ["--selector", selector], expecting: 64)
                #expect(outcome.standardError.contains(message), "\(outcome.standardError)")
                #expect(!folder.contains("none/0000100ms.png"))
            }
        }

        @Test("Errors are reported, and an old picture is kept", .full)
        func badInput() async throws {
            let page = Fixture.page("static.html")
            for at in ["soon", "-1s", "mark:", ""] {
                #expect(try await stills(page, at, to: "now", expecting: 64).standardError.contains("moment"))
            }
            let new = try await stills(page, "100ms", to: "new", ["--compare", "kept"], expecting: 65)
            #expect(new.standardError.contains("kept with reference pictures yet. Add --update"))
            #expect(!folder.contains("new/0000100ms.png"))
            _ = try await stills(page, "100ms", to: "now")
            let before = try folder.read("now/0000100ms.png")
            let again = try await stills(page, "100ms", to: "now", expecting: 73)
            #expect(again.standardError.contains("--overwrite"))
            #expect(try folder.read("now/0000100ms.png") == before)
            let late = try await stills(page, "200ms,mark:none", to: "now", ["--until", "1s"], expecting: 1)
            #expect(late.standardError.contains("mark:none did not come within 1 s (--until)"))
            #expect(folder.contains("now/0000200ms.png"))
        }
    }
}
