import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// The pictures of `screenshot` steps.
    @Suite("Screenshots of steps")
    struct Screenshots {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// A page whose color counts the page's frames, with a button that turns the whole page red and an animation.
        private func page() throws -> String {
            try folder.write(
                "page.html",
                TestPage.html(
                    head: """
                        <style>
                        @keyframes move { from { transform: translateX(0) } to { transform: translateX(200px) } }
                        #box { width: 20px; height: 20px; background: #0a0; animation: move 2s linear infinite }
                        #a { position: absolute; left: 100px; top: 60px; width: 41px; height: 30px; border: 0;
                            background: #00f }
                        #tall { position: absolute; left: 0; top: 0; width: 10px; height: 900px }
                        </style>
                        """,
                    body: "<div id=box></div><button id=a></button><div id=tall></div>",
                    script: """
                        let frames = 0, red = 0;
                        document.querySelector('#a').onclick = () => red = 255;
                        const count = () => {
                            document.body.style.background = `rgb(${red}, ${++frames % 256}, 99)`;
                            requestAnimationFrame(count);
                        };
                        count();
                        """))
        }

        private func record(
            _ steps: String, _ name: String = "a.mkv", _ options: [String] = []
        ) async throws -> Pagereel.Outcome {
            let file = try folder.write("steps.yaml", steps)
            return try await Pagereel.run(
                ["record", page(), "-o", folder.path(name), "--do", file, "--start-on", "load", "--duration", "2s"]
                    + ["--codec", "ffv1", "--size", "320x180", "--json"] + options)
        }

        private func picture(_ name: String) async throws -> RawImage {
            try #require(try await FrameDecoder.frames(of: folder.path(name), as: .rgb24).first)
        }

        @Test(
            "A screenshot is the frame of the video at its time, with what the steps before did and the pointer",
            arguments: ["painted", "composited"])
        func frame(rendering: String) async throws {
            let outcome = try await record(
                "pointer: true\nsteps: [{wait: 0.5s}, {click: '#a'}, {screenshot: clicked}]", "a.mkv",
                ["--rendering", rendering])
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            let steps = try outcome.summary.steps
            #expect(steps.map(\.picture) == [nil, nil, folder.path("a-clicked.png")])
            let shot = try await picture("a-clicked.png")
            #expect((shot.width, shot.height) == (320, 180))
            #expect(shot.pixel(300, 170)[0] == 255, "the click turned it red")
            let frames = try await FrameDecoder.frames(of: folder.path("a.mkv"), as: .rgb24)
            let index = try #require(frames.firstIndex { $0.bytes.elementsEqual(shot.bytes) }, "no frame is equal")
            // The page is not red before the click, and steps take no time but that of the pointer.
            let first = try #require(frames.firstIndex { $0.pixel(300, 170)[0] == 255 })
            #expect((first...first + 3).contains(index), "\(index) after \(first)")
        }

        @Test("A screenshot changes no frame of the video", .full, arguments: ["painted", "composited"])
        func undisturbed(rendering: String) async throws {
            let options = ["--rendering", rendering]
            _ = try await record("[{wait: 0.5s}, {wait: 0.5s}]", "a.mkv", options)
            let outcome = try await record(
                "[{wait: 0.5s}, {screenshot: x}, {wait: 0.5s}, {screenshot: y}]", "b.mkv", options)
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            #expect(folder.contains("b-x.png") && folder.contains("b-y.png"))
            let without = try await FrameDecoder.frames(of: folder.path("a.mkv"), as: .rgb24)
            let with = try await FrameDecoder.frames(of: folder.path("b.mkv"), as: .rgb24)
            #expect(with.count == without.count)
            let different = zip(with, without).enumerated().filter { !$1.0.bytes.elementsEqual($1.1.bytes) }
            #expect(different.map(\.offset) == [])
        }

        @Test("An element is cut out in device pixels", .full, arguments: ["1", "2", "1.5"])
        func element(scale: String) async throws {
            let outcome = try await record(
                "[{screenshot: button, of: '#a'}]", "a.mkv", ["--scale", scale, "--screenshots", folder.path("p")])
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            let shot = try await picture("p/button.png")
            let factor = try #require(Double(scale))
            #expect(shot.width == Int((41 * factor).rounded(.up)) && shot.height == Int(30 * factor))
            #expect(shot.pixel(0, 0) == [0, 0, 255] && shot.pixel(shot.width - 2, shot.height - 1) == [0, 0, 255])
        }

        @Test("An element that is missing or does not fit is a failed step with the reason", .full)
        func unusable() async throws {
            let outcome = try await record(
                """
                - {at: 0.2s, screenshot: a, of: '#b', timeout: 200ms}
                - {at: 0.6s, screenshot: b, of: '#tall', timeout: 200ms}
                - {at: 1s, screenshot: c}
                """)
            #expect(outcome.exitCode == 1)
            #expect(
                try outcome.summary.steps.map(\.reason) == [
                    "Nothing in the page matches #b.",
                    "#tall, of 10x900 CSS pixels, does not fit into the view of 320x180.", nil,
                ])
            #expect(folder.contents == ["a-c.png", "a.mkv", "page.html", "steps.yaml"])
        }

        @Test("Names stay in the folder, equal names are numbered, and old files are kept")
        func names() async throws {
            let steps = "[{screenshot: ../../up/x}, {screenshot: /etc/x}, {screenshot: x}, {screenshot: x}]"
            let options = ["--screenshots", folder.path("p")]
            let outcome = try await record(steps, "a.mkv", options)
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            let names = ["-..-up-x.png", "-etc-x.png", "x-2.png", "x.png"]
            #expect(folder.contents == ["a.mkv", "p/"] + names.map { "p/\($0)" } + ["page.html", "steps.yaml"])
            let again = try await record(steps, "b.mkv", options)
            #expect(again.exitCode == 73 && again.standardError.contains("already exists"), "\(again.standardError)")
            #expect(!folder.contains("b.mkv"))
            let before = try folder.read("p/x.png")
            let replaced = try await record(steps + "\n", "b.mkv", options + ["--overwrite", "--dark"])
            #expect(replaced.exitCode == 0, "\(replaced.standardError)")
            // The page is the same, and so is the picture.
            #expect(try folder.read("p/x.png") == before)
        }

        @Test("Without a recording there are no pictures", .full)
        func canceled() async throws {
            let page = try folder.write(
                "cancel.html", TestPage.html(script: "send('start'); after(1000, () => send('cancel'));"))
            let file = try folder.write("steps.yaml", "[{at: 0.5s, screenshot: x}]")
            _ = try await Pagereel.run(["record", page, "-o", folder.path("p/a.mkv"), "--do", file] + TestPage.small)
            #expect(folder.contents == ["cancel.html", "steps.yaml"])
        }

        @Test("A full disk is an error, and the video is kept", .enabled(if: SmallDisk.isAvailable))
        func fullDisk() async throws {
            try await SmallDisk.mounted(at: folder.makeFolder("disk"), kilobytes: 4) { disk in
                let noise = "<canvas id=c width=320 height=180></canvas>"
                let page = try folder.write(
                    "noise.html",
                    TestPage.html(
                        body: noise,
                        script: """
                            const context = c.getContext('2d'), image = context.createImageData(320, 180);
                            for (let at = 0; at < image.data.length; at++) image.data[at] = at * at * 7919 >> 5;
                            context.putImageData(image, 0, 0);
                            send('start'); after(1000, () => send('stop'));
                            """))
                let file = try folder.write("steps.yaml", "[{at: 0.5s, screenshot: x}]")
                let outcome = try await Pagereel.run(
                    ["record", page, "-o", folder.path("a.mp4"), "--do", file, "--screenshots", disk] + TestPage.small)
                #expect(outcome.exitCode == 74, "\(outcome.standardError)")
                #expect(outcome.standardError.contains("The video itself was saved."), "\(outcome.standardError)")
                #expect(folder.contains("a.mp4"))
                #expect(try FileManager.default.contentsOfDirectory(atPath: disk) == [])
            }
        }

        @Test("A check writes them to the current folder, also if it fails")
        func check() async throws {
            let page = try folder.write(
                "page.html", TestPage.timed(2000, body: "<button id=a>A</button>"))
            let file = try folder.write("steps.yaml", "[{screenshot: x}, {click: '#b', timeout: 100ms}]")
            let arguments = ["check", page, "--do", file, "--format", "json"] + TestPage.small
            let outcome = try await Pagereel.run(arguments, folder: folder)
            #expect(outcome.exitCode == 1, "\(outcome.standardError)")
            #expect(outcome.standardOutput.contains(#""picture":"./x.png""#), "\(outcome.standardOutput)")
            let shot = try await picture("x.png")
            #expect(shot.pixel(300, 170) == [0x12, 0x34, 0x56])
            let again = try await Pagereel.run(arguments, folder: folder)
            #expect(again.exitCode == 73 && again.standardError.contains("--overwrite"), "\(again.standardError)")
            #expect(try await Pagereel.run(arguments + ["--overwrite"], folder: folder).exitCode == 1)
        }

        @Test("Stills, cases and rows have pictures of their steps, too", .full)
        func others() async throws {
            let page = try folder.write("page.html", TestPage.timed(1500, body: "<button id=a>A</button>"))
            let file = try folder.write("steps.yaml", "[{at: 0.5s, screenshot: x}]")
            let stills = try await Pagereel.run(
                ["stills", page, "--at", "1s,stop", "-o", "stills", "--do", file] + TestPage.small, folder: folder)
            #expect(stills.exitCode == 0, "\(stills.standardError)")
            #expect(stills.standardOutput.contains("stills/x.png: screenshot"))
            let names = ["0001000ms.png", "stop.png", "x.png"]
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("stills")).sorted() == names)
            #expect(try folder.read("stills/x.png") == folder.read("stills/0001000ms.png"))
            try folder.write("stop.yaml", "[{at: 0.5s, screenshot: stop}]")
            let equal = try await Pagereel.run(
                ["stills", page, "--at", "stop", "-o", "other", "--do", "stop.yaml"] + TestPage.small, folder: folder)
            #expect(equal.exitCode == 73 && equal.standardError.contains("both be other/stop.png"))
            try folder.write(
                "cases.yaml",
                """
                defaults: {screenshots: shots, size: 320x180}
                pages:
                - page: page.html
                  cases:
                  - {name: One, do: steps.yaml}
                  - {name: Two, do: [{at: 0.5s, screenshot: x}]}
                """)
            let cases = try await Pagereel.run(["check", "cases.yaml"], folder: folder)
            #expect(cases.exitCode == 0, "\(cases.standardError)\(cases.standardOutput)")
            let shots = try FileManager.default.contentsOfDirectory(atPath: folder.path("shots")).sorted()
            #expect(shots == ["page.html--One-x.png", "page.html--Two-x.png"])
            try folder.write("rows.csv", "id\none\ntwo\n")
            let batch = try await Pagereel.run(
                ["batch", "rows.csv", "--page", page, "-o", "out/{id}.mp4", "--do", file, "--jobs", "2"]
                    + TestPage.small, folder: folder)
            #expect(batch.exitCode == 0, "\(batch.standardError)")
            let rows = try FileManager.default.contentsOfDirectory(atPath: folder.path("out")).sorted()
            #expect(rows == ["one-x.png", "one.mp4", "two-x.png", "two.mp4"])
        }

        @Test("A batch reports the pictures of its rows and uploads them before the video")
        func batch() async throws {
            let page = try folder.write("page.html", TestPage.timed(1000, body: "<button id=a>A</button>"))
            try folder.write("steps.yaml", "[{at: 0.2s, screenshot: x}, {if: '#b', then: [{screenshot: y}]}]")
            try folder.write("rows.csv", "id\none\ntwo\n")
            let program = try folder.write(
                "store.sh",
                """
                echo "$2" >>attempts
                [ "$2" != out/two.mp4 ] || [ -f online ] || exit 1
                mkdir -p "store/${2%/*}" && mv "$1" "store/$2"
                """)
            let arguments =
                ["batch", "rows.csv", "--page", page, "-o", "out/{id}.mp4", "--do", "steps.yaml", "--jobs", "1"]
                + ["--screenshots", "shots", "--upload", "sh \(program) {file} {name}", "--retry", "0"]
                + ["--log", "log.jsonl"] + TestPage.small
            let first = try await Pagereel.run(arguments, folder: folder)
            #expect(first.exitCode == 1, "\(first.standardError)")
            #expect(first.standardError.contains("2 screenshots"), "\(first.standardError)")
            let attempts = try String(decoding: folder.read("attempts"), as: UTF8.self)
            #expect(attempts == "shots/one-x.png\nout/one.mp4\nshots/two-x.png\nout/two.mp4\n")
            let log = try String(decoding: folder.read("log.jsonl"), as: UTF8.self)
            #expect(log.contains(#""picture":"shots/one-x.png""#), "\(log)")
            #expect(log.contains(#""picture":"shots/two-x.png""#), "\(log)")
            // The picture is in the store already; the video follows.
            try folder.write("online", "")
            let second = try await Pagereel.run(arguments, folder: folder)
            #expect(second.exitCode == 0, "\(second.standardError)")
            let stored = try FileManager.default.subpathsOfDirectory(atPath: folder.path("store")).sorted()
            let names = ["out", "out/one.mp4", "out/two.mp4", "shots", "shots/one-x.png", "shots/two-x.png"]
            #expect(stored == names)
        }

        @Test("A batch replaces the pictures of a row whose video is gone, and no others", .full)
        func batchAgain() async throws {
            let page = try folder.write("page.html", TestPage.timed(500, body: "<button id=a>A</button>"))
            try folder.write("steps.yaml", "[{at: 0.2s, screenshot: x}]")
            try folder.write("rows.csv", "id\none\ntwo\n")
            try folder.write("out/one-x.png", "mine")
            let arguments =
                ["batch", "rows.csv", "--page", page, "-o", "out/{id}.mp4", "--do", "steps.yaml"] + TestPage.small
            let first = try await Pagereel.run(arguments, folder: folder)
            #expect(first.exitCode == 1 && first.standardError.contains("out/one-x.png"), "\(first.standardError)")
            #expect(try folder.read("out/one-x.png") == Data("mine".utf8))
            for name in ["out/two.mp4", "out/one-x.png"] {
                try FileManager.default.removeItem(atPath: folder.path(name))
            }
            let second = try await Pagereel.run(arguments, folder: folder)
            #expect(second.exitCode == 0, "\(second.standardError)")
            let board = try await Pagereel.run(arguments + ["--storyboard", "story"], folder: folder)
            #expect(
                board.exitCode == 64 && board.standardError.contains("It is an option of record, check."),
                "\(board.standardError)")
        }

        @Test("Rows whose pictures would have the same names are refused before one is recorded")
        func sharedNames() async throws {
            let page = try folder.write("page.html", TestPage.timed(500))
            try folder.write("steps.yaml", "[{at: 0.2s, screenshot: x.PNG}]")
            try folder.write("rows.csv", "id,screenshots\none,shots/1\ntwo,shots/./2\nthree,shots/2\n")
            let arguments = ["batch", "rows.csv", "--page", page, "--do", "steps.yaml"] + TestPage.small
            let refused = try await Pagereel.run(arguments + ["-o", "{id}/v.mp4"], folder: folder)
            #expect(refused.exitCode == 65 && !folder.contains("one"), "\(refused.standardError)")
            #expect(
                refused.standardError.contains(
                    "The screenshots' prefix shots/2/v- is also the screenshots' prefix of the row in line 3."),
                "\(refused.standardError)")
            try folder.write("rows.csv", "id\none\ntwo\n")
            let shared = ["--screenshots", "shots"]
            let both = try await Pagereel.run(arguments + shared + ["-o", "{id}/v.mp4"], folder: folder)
            #expect(both.exitCode == 65 && !folder.contains("one"), "\(both.standardError)")
            let good = try await Pagereel.run(arguments + shared + ["-o", "out/{id}.mp4"], folder: folder)
            #expect(good.exitCode == 0, "\(good.standardError)")
            // The extension that a name has already is not repeated.
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("shots")).sorted()
            #expect(names == ["one-x.png", "two-x.png"])
        }

        @Test("Where no picture is possible, the step is refused", .full)
        func refused() async throws {
            let file = try folder.write("steps.yaml", "[{screenshot: x}]")
            let login = try await Pagereel.run(
                ["login", "http://127.0.0.1:9/", "--do", file, "--save-state", folder.path("state.json")])
            #expect(login.standardError.contains("A login takes no pictures."), "\(login.standardError)")
            let page = try folder.write("page.html", TestPage.timed(500))
            let lonely = try await Pagereel.run(["record", page, "--screenshots", folder.path("p")])
            #expect(lonely.exitCode == 64 && lonely.standardError.contains("--do"), "\(lonely.standardError)")
        }
    }
}
