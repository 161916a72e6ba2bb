import TestSupport
import Testing

extension CommandTests {
    /// On the virtual clock a page with a fixed date and seed is reproducible.
    @Suite("Recordings that repeat, on the virtual clock")
    struct ClockDeterminism {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// Records 2 s of the annual report.
        private func recordReport(to name: String) async throws {
            let summary = try await VirtualRecording.record(
                Fixture.page("annual-report.html"), to: folder.path(name),
                ["--max-duration", "2s", "--date", "2031-12-31T09:00:00Z", "--timezone", "UTC", "--seed", "7"])
            #expect(summary.frames == 60)
            #expect(summary.repeated == 0)
        }

        /// A line for each decoded picture, with its hash.
        private func hashes(of name: String) async throws -> [Substring] {
            let output = try await Tool.run(
                "ffmpeg",
                ["-v", "error", "-nostdin", "-i", folder.path(name), "-map", "0:v:0", "-f", "framemd5", "-"])
            return String(decoding: output, as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }
        }

        @Test("Two recordings are identical, even on a busy machine", .full)
        func repeats() async throws {
            try await recordReport(to: "first.mp4")
            try await BusyLoops.running(3) { try await recordReport(to: "second.mp4") }
            let (first, second) = try await (hashes(of: "first.mp4"), hashes(of: "second.mp4"))
            #expect(first.count == 60)
            let different = zip(first, second).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
            #expect(different == [], "these frames differ")
            #expect(Set(first.map { $0.split(separator: ",").last }).count > 30, "most pictures are new ones")
            #expect(try folder.read("first.mp4") == folder.read("second.mp4"))
        }

        @Test("Each recording starts at the same frame, even if the engine's threads start slowly", .full)
        func startRepeats() async throws {
            let page = try folder.write(
                "page.html",
                TestPage.html(
                    body: "<p id=count style='font-size: 60px; color: white'></p>",
                    script: """
                        let number = 0;
                        const draw = () => { count.textContent = ++number; requestAnimationFrame(draw); };
                        draw();
                        """))
            var seen: Set<[Substring?]> = []
            for isSlow in [false, true, true, true, true] {
                _ = try await Pagereel.record(
                    page, to: folder.path("out.mkv"),
                    TestPage.small + ["--duration", "300ms", "--date", "2031-12-31T09:00:00Z", "--seed", "7"]
                        + ["--clock", "virtual", "--overwrite", "--no-sandbox"],
                    environment: isSlow
                        ? EngineFault.slowNames.environment(cache: folder.path("cache")) : Pagereel.bareEnvironment)
                seen.insert(try await hashes(of: "out.mkv").map { $0.split(separator: ",").last })
            }
            #expect(seen.count == 1, "\(seen)")
        }

        @Test("A page is scrolled by the same distances, even if its wheel events are slow", .full)
        func wheelRepeats() async throws {
            let page = try folder.write(
                "page.html",
                TestPage.html(
                    head: "<style>p { height: 37px; margin: 0 } p:nth-child(odd) { background: #999 }</style>",
                    body: String(repeating: "<p>", count: 40), script: ""))
            try folder.write(
                "steps.yaml",
                "- {scroll: 331, for: 500ms}\n- {scroll: -211, for: 400ms}\n- {scroll: 173, for: 700ms}\n- stop:\n")
            var seen: Set<[Substring?]> = []
            for isSlow in [false, true, true, true] {
                try await BusyLoops.running(isSlow ? 4 : 0) {
                    _ = try await Pagereel.record(
                        page, to: folder.path("out.mkv"),
                        TestPage.small + ["--do", folder.path("steps.yaml"), "--start-on", "load", "--overwrite"]
                            + ["--clock", "virtual", "--date", "2031-12-31T09:00:00Z", "--no-sandbox"],
                        environment: isSlow
                            ? EngineFault.slowEvents.environment(cache: folder.path("cache"))
                            : Pagereel.bareEnvironment)
                }
                seen.insert(try await hashes(of: "out.mkv").map { $0.split(separator: ",").last })
            }
            #expect(seen.count == 1 && (seen.first?.count ?? 0) > 40, "\(seen)")
        }

        @Test("What a worker draws appears in the same frame each time, composited, on a busy machine", .full)
        func workerPictures() async throws {
            var seen: Set<[Substring?]> = []
            try await BusyLoops.running(3) {
                for _ in 1...8 {
                    _ = try await Pagereel.record(
                        Fixture.page("movers/offscreen-worker.html"), to: folder.path("out.mkv"),
                        ["--size", "320x80", "--codec", "ffv1", "--rendering", "composited", "--clock", "virtual"]
                            + ["--start-on", "signal", "--duration", "1s", "--overwrite"])
                    seen.insert(try await hashes(of: "out.mkv").map { $0.split(separator: ",").last })
                }
            }
            #expect(seen.count == 1)
            #expect(Set(seen.first ?? []).count > 20, "most pictures are new ones")
        }

        @Test("Responses and timers of 0 s take place in the same order each time", .full)
        func responseOrder() async throws {
            try folder.write(
                "page.html",
                TestPage.html(
                    script: """
                        const order = [];
                        const load = number => fetch(`answer.txt?${number}`).then(response => response.text()).then(() => {
                            order.push('response');
                            let count = 0;
                            const tick = () => { order.push('timer'); if (++count < 4) setTimeout(tick, 0); };
                            setTimeout(tick, 0);
                        });
                        Promise.all([0, 1, 2, 3, 4, 5].map(load)).then(() => setTimeout(() => {
                            document.title = order.join();
                        }, 50));
                        """))
            try folder.write("answer.txt", "Yes")
            var orders: Set<String> = []
            for isBusy in [false, true, false, true, false] {
                let summary = try await BusyLoops.running(isBusy ? 3 : 0) {
                    try await Pagereel.record(
                        "/page.html", to: folder.path("out.mp4"),
                        TestPage.small + ["--serve", folder.path, "--duration", "300ms", "--overwrite"])
                }
                orders.insert(summary.title)
            }
            let expected = Array(repeating: ["response", "timer", "timer", "timer", "timer"], count: 6)
            #expect(orders == [expected.joined().joined(separator: ",")])
        }

        @Test("Starting sound takes no page time", .full)
        func soundStart() async throws {
            for name in ["first", "second"] {
                // GStreamer's registry is empty: a helper program scans all of its plugins.
                let environment = Pagereel.bareEnvironment.merging(
                    ["GST_REGISTRY": folder.path("\(name).registry")]) { $1 }
                let summary = try await Pagereel.record(
                    Fixture.page("clock/sound-start.html"), to: folder.path("\(name).mp4"),
                    TestPage.small + ["--date", "2031-12-31T09:00:00Z", "--timezone", "UTC", "--seed", "7"]
                        + ["--start-on", "signal"], environment: environment)
                #expect(summary.title == "100,100,300,300,1000")
                #expect(summary.frames == 30)
            }
            #expect(try folder.read("first.mp4") == folder.read("second.mp4"))
        }

        /// The random numbers of a page, its frame and its worker, as a list in the page's title.
        private static let lots: [String: WebServer.Page] = {
            let draw = """
                const draw = () => [Math.random(), Math.random(), crypto.getRandomValues(new Uint32Array(1))[0],
                    crypto.getRandomValues(new Uint32Array(1))[0], crypto.randomUUID()];
                """
            return [
                "/": WebServer.Page(
                    TestPage.html(
                        body: "<iframe src=/frame></iframe>",
                        script: """
                            \(draw)
                            const answer = worker => new Promise(next => { worker.onmessage = m => next(m.data); });
                            answer(new Worker('/worker')).then(drawn => {
                                document.title = [...draw(), ...frames[0].draw(), ...drawn].join();
                                send('start');
                                after(50, () => send('stop'));
                            });
                            """)),
                "/frame": WebServer.Page(
                    "<!doctype html><title>Frame</title><script>\(draw); window.draw = draw;</script>"),
                "/worker": WebServer.Page(
                    "\(draw); postMessage(draw());", headers: ["Content-Type": "text/javascript"]),
            ]
        }()

        /// The random numbers of one recording.
        private func draw(_ options: [String]) async throws -> [Substring] {
            try await WebServer.serving(Self.lots) { server in
                let summary = try await VirtualRecording.record(
                    server.url("/"), to: folder.path("lots.mp4"), TestPage.small + ["--overwrite"] + options)
                let drawn = summary.title.split(separator: ",")
                #expect(drawn.count == 15, "\(summary.title)")
                return drawn
            }
        }

        @Test("Random numbers depend only on the seed")
        func seed() async throws {
            let first = try await draw(["--seed", "7"])
            #expect(try await draw(["--seed", "7"]) == first)
            for seed in ["0", "8", "18446744073709551615"] {
                let other = try await draw(["--seed", seed])
                #expect(zip(first, other).allSatisfy { $0 != $1 }, "\(first) and \(other)")
            }
            // No number or UUID occurs twice.
            for place in [first[..<5], first[5..<10], first[10...]] { #expect(Set(place).count == 5, "\(place)") }
        }

        @Test("By default random numbers differ in each run", .full)
        func noSeed() async throws {
            let (first, second) = try await (draw([]), draw([]))
            #expect(zip(first, second).allSatisfy { $0 != $1 }, "\(first) and \(second)")
        }
    }
}
