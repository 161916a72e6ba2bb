import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// The pointer that viewers see.
    @Suite("The pointer of steps")
    struct StepPointer {
        private let folder: TemporaryFolder
        private let page: String

        init() throws {
            folder = try TemporaryFolder()
            // Plain areas look the same however a page is rendered.
            page = try folder.write(
                "page.html",
                TestPage.html(
                    head: """
                        <style>body { margin: 0 }
                        #a { position: absolute; left: 200px; top: 100px; width: 40px; height: 40px; background: #80c080 }
                        </style>
                        """, body: "<div id=a></div>",
                    script: """
                        document.querySelector('#a').onclick = event => {
                            send({signal: 'mark', name: `${event.clientX} ${event.clientY}`});
                        };
                        """))
        }

        private static let size = (width: 320, height: 240)

        /// Records the page, and returns its frames in RGB and what `--json` prints.
        private func frames(
            _ steps: String, _ options: [String] = [], name: String = "a.mkv", on other: String? = nil,
            seconds: Int = 2,
            rate: Int = 30
        ) async throws -> (frames: [[UInt8]], summary: Summary) {
            let file = try folder.write("steps.yaml", steps)
            let summary = try await Pagereel.record(
                other ?? page, to: folder.path(name),
                ["--do", file, "--start-on", "load", "--duration", "\(seconds)s", "--codec", "ffv1", "--overwrite"]
                    + ["--fps", "\(rate)", "--size", "\(Self.size.width)x\(Self.size.height)"] + options)
            let bytes = try await Tool.run(
                "ffmpeg", ["-v", "error", "-i", folder.path(name), "-f", "rawvideo", "-pix_fmt", "rgb24", "-"])
            let length = Self.size.width * Self.size.height * 3
            try #require(bytes.count == seconds * rate * length)
            return (stride(from: 0, to: bytes.count, by: length).map { [UInt8](bytes[$0..<$0 + length]) }, summary)
        }

        private func pixel(_ frame: [UInt8], _ x: Int, _ y: Int) -> [UInt8] {
            let start = (y * Self.size.width + x) * 3
            return [UInt8](frame[start..<start + 3])
        }

        /// The mean column of what is black, such as the pointer; `nil` if nothing is.
        private func column(_ frame: [UInt8]) -> Double? {
            var (sum, count) = (0, 0)
            // A quarter of the pixels says enough.
            for y in stride(from: 0, to: Self.size.height, by: 2) {
                for x in stride(from: 0, to: Self.size.width, by: 2) {
                    let place = (y * Self.size.width + x) * 3
                    guard frame[place] < 40 && frame[place + 1] < 40 else { continue }
                    (sum, count) = (sum + x, count + 1)
                }
            }
            return count == 0 ? nil : Double(sum) / Double(count)
        }

        private static let steps = "pointer: {clicks: false}\nsteps:\n- click: '#a'\n- move: [20, 200]\n"

        @Test("It moves to the element, its tip is where the click is, and the page gets the click there")
        func tip() async throws {
            let (frames, summary) = try await frames(Self.steps)
            let click = try #require(summary.signals.first { $0.name == "220 120" }?.time)
            let frame = frames[Int((click * 30).rounded())]
            // The pointer is black, with a white outline around its tip.
            let below = try #require(
                (121...126).first { pixel(frame, 221, $0) == [0, 0, 0] }, "no pointer below the tip")
            #expect(below <= 125)
            #expect(pixel(frame, 212, 112) == [0x80, 0xc0, 0x80], "nothing is above the tip")
            // Between two places it was at neither.
            let seen = frames.compactMap(column)
            #expect(Set(seen.map { Int($0 / 8) }).count > 8, "\(seen)")
            let last = try #require(frames.last)
            #expect(!(0..<20).contains { pixel(last, 20 + $0 / 4, 200 + $0) == [255, 0, 0] })
            #expect((201...210).contains { pixel(last, 21, $0) == [0, 0, 0] })
        }

        @Test("It moves in each frame, whatever the frame rate", arguments: [24, 60])
        func rate(_ rate: Int) async throws {
            let (frames, _) = try await frames("pointer: true\nsteps:\n- move: [10, 20]\n- move: [310, 20]", rate: rate)
            let columns = frames.compactMap(column)
            let start = try #require(columns.lastIndex { $0 < 40 })
            let end = try #require(columns[start...].firstIndex { $0 > 280 })
            let way = columns[start...end]
            // A hand needs about half a second for that.
            #expect(way.count > rate / 4 && zip(way, way.dropFirst()).allSatisfy { $0 < $1 }, "\(columns)")
        }

        @Test(
            "On its way it has the shape of each place in the same frame, and the page reacts in that frame",
            arguments: [true, false], ["painted", "composited"])
        func shapes(isAnimated: Bool, rendering: String) async throws {
            let page = try folder.write(
                "shapes.html",
                TestPage.html(
                    head: """
                        <style>body { margin: 0; background: #fff } div { position: absolute }
                        .hidden { top: 0; width: 50px; height: 200px; cursor: none }
                        .hidden:hover { background: #0f0 }
                        #moving { top: 220px; width: 4px; height: 4px; background: #f00 }
                        </style>
                        """,
                    body: """
                        <div class=hidden style='left: 60px'></div><div class=hidden style='left: 180px'></div>
                        <div id=moving></div>
                        """,
                    script: """
                        const move = time => {
                            moving.style.left = time / 10 % 300 + 'px';
                            requestAnimationFrame(move);
                        };
                        if (\(isAnimated)) requestAnimationFrame(move);
                        """))
            let (frames, _) = try await frames(
                "pointer: true\nsteps:\n- move: [10, 20]\n- move: [310, 20]\n- move: [10, 20]",
                ["--rendering", rendering], on: page, seconds: 3)
            // Before its first motion there is no pointer.
            let way = try frames[#require(frames.firstIndex { column($0) != nil })...]
            let isHidden = way.map { column($0) == nil }
            let isGreen = way.map { frame in [85, 205].contains { pixel(frame, $0, 190) == [0, 255, 0] } }
            #expect(isHidden == isGreen)
            #expect(zip(isHidden, isHidden.dropFirst()).count { $0 != $1 } == 10, "\(isHidden)")
        }

        @Test("It is the same on painted and composited pages")
        func deterministic() async throws {
            let painted = try await frames(Self.steps, ["--rendering", "painted"])
            let composited = try await frames(Self.steps, ["--rendering", "composited"])
            // A comparison of all pixels takes minutes to describe what differs.
            let differing = painted.frames.indices.filter { painted.frames[$0] != composited.frames[$0] }
            #expect(differing == [], "\(painted.frames.map(column)), \(composited.frames.map(column))")
            #expect(painted.summary.steps.map(\.at) == composited.summary.steps.map(\.at))
        }

        @Test(
            "Each frame of a video is whole, although only what changes is converted", .full, arguments: [true, false])
        func wholeFrames(isPainted: Bool) async throws {
            let page = try folder.write(
                "changes.html",
                TestPage.html(
                    head: """
                        <style>body { margin: 0; background: #fff; height: 900px } div { position: absolute }
                        #a { left: 200px; top: 100px; width: 40px; height: 40px; background: #888 }
                        #b { left: 10px; width: 30px; height: 20px; background: #000 }</style>
                        """, body: "<div id=a></div><div id=b></div>",
                    script: """
                        const b = document.querySelector('#b');
                        for (let i = 1; i < 40; i++) after(i * 70, () => { b.style.top = (i * 37) % 220 + 'px'; });
                        after(1400, () => scrollBy(0, 30));
                        """))
            let steps = try folder.write(
                "changes.yaml", "pointer: {clicks: false}\nsteps: [{click: '#a'}, {move: [20, 200]}]\n")
            // FFV1 has each pixel as it is, and is not converted.
            for (name, options) in [("a.mkv", ["--codec", "ffv1"]), ("b.mp4", ["--quality", "1"])] {
                try await Pagereel.record(
                    page, to: folder.path(name),
                    [
                        "--do", steps, "--start-on", "load", "--duration", "3s", "--size", "320x240", "--rendering",
                        isPainted ? "painted" : "composited",
                    ] + options)
            }
            // The greatest difference in each frame.
            let numbered = "format=gray,settb=1/30,setpts=N"
            let filter =
                "[0]\(numbered)[a];[1]\(numbered)[b];[a][b]blend=all_mode=difference,signalstats,"
                + "metadata=print:key=lavfi.signalstats.YMAX:file=-"
            let output = try await Tool.run(
                "ffmpeg",
                ["-v", "error", "-nostdin", "-i", folder.path("a.mkv"), "-i", folder.path("b.mp4"), "-lavfi", filter]
                    + ["-f", "null", "-"])
            let differences = String(decoding: output, as: UTF8.self).split(separator: "\n").compactMap { line in
                line.hasPrefix("lavfi") ? line.split(separator: "=").last.flatMap { Int($0) } : nil
            }
            #expect(differences.count == 90 && differences.allSatisfy { $0 < 16 }, "\(differences)")
        }

        @Test("Without it nothing is drawn, and steps are done at once")
        func hidden() async throws {
            for steps in ["- click: '#a'\n- move: [20, 200]\n", "pointer: false\nsteps: [{click: '#a'}]"] {
                let (frames, summary) = try await frames(steps)
                #expect(try #require(summary.steps.last?.at) < 0.5)
                let plain: Set<[UInt8]> = [[0x12, 0x34, 0x56], [0x80, 0xc0, 0x80]]
                let first = frames[0]
                let colors = Set((0..<Self.size.width * Self.size.height).map { Array(first[$0 * 3..<$0 * 3 + 3]) })
                #expect(colors == plain)
                #expect(frames.allSatisfy { $0 == first })
            }
        }

        @Test("It has the shape of what is under it when it clicks, at each frame rate", arguments: [4, 10, 30])
        func shapeAtClick(rate: Int) async throws {
            for (cursor, isArrow) in [("text", false), ("default", true)] {
                let page = try folder.write(
                    "field.html",
                    TestPage.html(
                        head: """
                            <style>body { margin: 0; cursor: \(isArrow ? "text" : "default") }
                            #a { position: absolute; left: 200px; top: 100px; width: 40px; height: 40px; cursor: \(cursor) }
                            #a { background: #80c080 }</style>
                            """, body: "<div id=a></div>",
                        script: """
                            document.querySelector('#a').onmousedown = () => send({signal: 'mark', name: 'down'});
                            """))
                let (frames, summary) = try await frames(
                    "pointer: {clicks: false}\nsteps:\n- click: '#a'\n", on: page, rate: rate)
                let time = try #require(summary.signals.first { $0.name == "down" }?.time)
                let first = Int((time * Double(rate)).rounded(.up))
                // An arrow is black here, below its tip; a beam is not.
                let arrows = frames[first...].map { pixel($0, 223, 128) == [0, 0, 0] }
                #expect(arrows.allSatisfy { $0 == isArrow }, "\(cursor), from frame \(first): \(arrows)")
            }
        }

        @Test("Clicks, keys and captions are shown over a page that does not change")
        func shown() async throws {
            let steps = """
                pointer: {size: 32, color: '#cc0000', keys: true, captions: true}
                steps:
                - click: '#a'
                - press: Control+K
                - {caption: A caption, for: 500ms}
                """
            let (frames, summary) = try await frames(steps)
            let times = summary.steps.compactMap(\.at)
            let start = summary.steps.isEmpty ? 0 : Int((times[2] - 0.1) * 30)
            let plain = frames[59]
            func differs(_ frame: [UInt8], rows: Range<Int>) -> Bool {
                let range = rows.lowerBound * Self.size.width * 3..<rows.upperBound * Self.size.width * 3
                return frame[range] != plain[range]
            }
            // The ring around the click, then the bar and the keys below.
            #expect(differs(frames[start + 2], rows: 80..<100))
            #expect(differs(frames[start + 8], rows: 180..<240))
            #expect(!differs(frames[0], rows: 180..<240))
        }

        @Test("It drags: it is pressed, moves with what it drags and stays there", arguments: ["true", "false"])
        func drag(draggable: String) async throws {
            let page = try folder.write(
                "drag.html",
                TestPage.html(
                    head:
                        "<style>body { margin: 0 } div { position: absolute; top: 100px; width: 40px; height: 40px }</style>",
                    body:
                        "<div id=a style='left: 20px' draggable=\(draggable)></div><div id=b style='left: 260px'></div>",
                    script: """
                        const [a, b] = ['a', 'b'].map(id => document.querySelector('#' + id));
                        b.ondragover = event => event.preventDefault();
                        for (const type of ['mousedown', 'dragstart']) a.addEventListener(type, () => send({signal: 'mark', name: 'begin'}));
                        for (const type of ['mouseup', 'drop']) b.addEventListener(type, () => send({signal: 'mark', name: 'end'}));
                        b.onmousemove = () => { b.style.background = 'rgb(0, 200, 0)'; };
                        """))
            let (frames, summary) = try await frames(
                "pointer: true\nsteps:\n- {drag: '#a', to: '#b'}", on: page, seconds: 3)
            #expect(summary.steps.map(\.status) == ["done"])
            let begin = try #require(summary.signals.first { $0.name == "begin" }?.time)
            let end = try #require(summary.signals.first { $0.name == "end" }?.time)
            // As a hand would, not in a moment.
            #expect(end - begin > 0.6 && end - begin < 2.5, "\(begin) \(end)")
            let columns = frames[Int(begin * 30) + 1..<Int(end * 30)].compactMap(column)
            #expect(columns.allSatisfy { $0 > 38 } && columns.last ?? 0 > 270, "\(columns)")
            #expect(Set(columns.map { Int($0 / 12) }).count > 12, "\(columns)")
            let last = try #require(frames.last)
            #expect(column(last) ?? 0 > 275)
            #expect(pixel(last, 262, 102) == [0, 200, 0], "the page knows that the pointer is there")
            // The ring around the press.
            #expect(pixel(frames[Int((begin + 0.15) * 30)], 40 - 13, 120) != [0x12, 0x34, 0x56])
        }

        @Test(
            "It scrolls to what is out of view before it goes there, and scroll: moves smaller containers, too", .full)
        func scrolling() async throws {
            let page = try folder.write(
                "long.html",
                TestPage.html(
                    body: """
                        <div style='height: 1500px'></div><button id=far>Far</button><div style='height: 500px'></div>
                        <div id=box style='position: fixed; top: 0; width: 200px; height: 60px; overflow: auto'>
                        <div style='width: 900px; height: 30px'></div><b id=inner style='margin-left: 800px'>In</b></div>
                        """,
                    script: """
                        const [box, far] = ['box', 'far'].map(id => document.querySelector('#' + id));
                        addEventListener('scroll', () => send({signal: 'mark', name: `page ${scrollY}`}));
                        box.addEventListener('scroll', () => send({signal: 'mark', name: `box ${box.scrollLeft}`}));
                        far.onclick = () => send({signal: 'mark', name: 'far'});
                        """))
            for isShown in [true, false] {
                let (_, summary) = try await frames(
                    "pointer: \(isShown)\nsteps:\n- click: '#far'\n- {scroll: '#inner', for: 500ms}", on: page,
                    seconds: 4)
                #expect(summary.steps.map(\.status) == ["done", "done"])
                let names = summary.signals.compactMap(\.name)
                func places(_ what: String) -> [Double] {
                    names.filter { $0.hasPrefix(what) }.compactMap {
                        $0.split(separator: " ").last.flatMap { Double($0) }
                    }
                }
                let (page, box) = (places("page"), places("box"))
                #expect(names.contains("far"))
                #expect(isShown ? page.count > 10 : page.count == 1, "\(page)")
                #expect(page == page.sorted() && page.last ?? 0 > 1300)
                #expect(box.count > 10 && box == box.sorted() && box.last ?? 0 > 500, "\(box)")
            }
        }

        @Test("The tour of the fixture app is done, and is the same file each time", .full)
        func tour() async throws {
            let steps = URL(filePath: Fixture.page("todo/index.html")).deletingLastPathComponent()
                .appending(path: "../../steps/todo.yaml").standardized.path
            let options = [
                "--do", steps, "--start-on", "load", "--size", "720x504", "--fps", "4", "--date",
                "2026-01-01T00:00:00Z",
            ]
            var files: [Data] = []
            for name in ["a.gif", "b.gif"] {
                let summary = try await Pagereel.record(
                    Fixture.page("todo/index.html"), to: folder.path(name), options)
                #expect(summary.rendering == "painted", "\(summary.renderingReason)")
                #expect(
                    summary.steps.count == 30 && summary.steps.allSatisfy { $0.status == "done" }, "\(summary.steps)")
                #expect(summary.warnings == [])
                files.append(try Data(contentsOf: URL(filePath: folder.path(name))))
            }
            // Swift Testing would look for the difference between two long files for hours.
            #expect(files[0].elementsEqual(files[1]))
        }

        @Test(
            "A highlight follows its element, and the pointer's shape what comes under it", .full)
        func following() async throws {
            let moving = try folder.write(
                "moving.html",
                TestPage.html(
                    head: """
                        <style>html, body { margin: 0; background: #fff }
                        #a { position: absolute; left: 20px; top: 20px; width: 40px; height: 40px; background: #eee }
                        #a.moved { left: 220px }
                        #b { position: absolute; left: 100px; top: 140px; width: 100px; height: 60px; background: #ddd }
                        #b.link { cursor: pointer }
                        </style>
                        """, body: "<div id=a></div><div id=b></div>",
                    script: """
                        const b = document.querySelector('#b');
                        b.onclick = () => setTimeout(() => {
                            document.querySelector('#a').className = 'moved';
                            b.className = 'link';
                            send({signal: 'mark', name: 'moved'});
                        }, 600);
                        """))
            let steps = "pointer: {clicks: false}\nsteps:\n- click: '#b'\n- highlight: '#a'\n  for: 5s"
            let (frames, summary) = try await frames(steps, on: moving)
            let moved = Int((try #require(summary.signals.first { $0.name == "moved" }?.time) * 30).rounded())
            /// Whether the frame around an element has colors.
            func isFramed(_ frame: [UInt8], _ left: Int) -> Bool {
                let pixel = pixel(frame, left - 4, 40)
                return Set(pixel).count > 1
            }
            let before = frames[moved - 1], after = frames[moved + 6]
            #expect(isFramed(before, 20) && !isFramed(before, 220))
            #expect(!isFramed(after, 20) && isFramed(after, 220))
            // The arrow's tip is black below the pointer's place; the hand's finger begins above its place.
            func black(_ frame: [UInt8]) -> Int {
                (0..<40 * 40).filter { pixel(frame, 140 + $0 % 40, 150 + $0 / 40) == [0, 0, 0] }.count
            }
            #expect(black(before) > 0 && black(after) > 0)
            #expect(
                (0..<40 * 40).contains { index in
                    let (x, y) = (140 + index % 40, 150 + index / 40)
                    return pixel(before, x, y) != pixel(after, x, y)
                }, "the shape has changed")
            #expect(frames[moved - 1] == frames[moved - 2], "nothing else has")
        }
    }
}
