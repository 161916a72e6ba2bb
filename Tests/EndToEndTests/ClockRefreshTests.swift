import TestSupport
import Testing

extension CommandTests {
    /// The page renders at each display refresh: at each frame's time, and perhaps more often.
    @Suite("Frames and refreshes on the virtual clock")
    struct ClockRefreshes {
        private let folder: TemporaryFolder
        private let output: String

        init() throws {
            folder = try TemporaryFolder()
            output = folder.path("out.mp4")
        }

        @Test("A start between two refreshes shifts the refreshes", .full, arguments: [30, 60])
        func startBetweenFrames(rate: Int) async throws {
            // A timer starts 5 ms after the last animation frame, whose timestamp is 0 here.
            try await VirtualRecording.record(
                Fixture.page("clock/animation-frame.html?start=timer"), to: output,
                TestPage.small + ["--duration", "1s", "--fps", "\(rate)"])
            let times = try await BarCode.times(of: output)
            #expect(times.count == rate)
            let faults = ClockPage.faults(in: times, rate: Double(rate)) { $0 == 5 + ClockPage.count(of: 1, in: $1) }
            #expect(faults == [])
        }

        @Test("A higher refresh rate shows the same")
        func refreshRate() async throws {
            try await VirtualRecording.record(
                Fixture.page("clock/animation-frame.html"), to: output,
                TestPage.small + ["--duration", "1s", "--fps", "30", "--refresh-rate", "60"])
            let times = try await BarCode.times(of: output)
            #expect(times.count == 30)
            #expect(ClockPage.faults(in: times, rate: 30) { $0 == ClockPage.count(of: 1, in: $1) } == [])
        }

        @Test(
            "Drawing between two frames appears in the next one", .full,
            arguments: [["--rendering", "composited"], ["--rendering", "painted"], ["--capture", "snapshot"]],
            ["60", "120"])
        func drawnBetweenFrames(options: [String], refreshRate: String) async throws {
            // Drawing at 70 ms, for example, appears at the refresh at 83 ms, so the frame at 100
            // ms has nothing new. Each timer is set by a message, because WebKitGTK 2.52 aligns
            // nested timers to multiples of 4 ms.
            let page = WebServer.Page.barCode(
                script: """
                    const again = new MessageChannel();
                    again.port1.onmessage = () => setTimeout(() => { show(elapsed()); again.port2.postMessage(0); }, 70);
                    again.port2.postMessage(0);
                    """)
            try await VirtualRecording.expectExact(
                ["/": page], seconds: 1, ["--refresh-rate", refreshRate] + options,
                warning: options.contains("snapshot") ? "--capture snapshot" : nil
            ) { 70 * ClockPage.count(of: 70, in: $0) }
        }

        @Test(
            "There is one animation frame per video frame", .full,
            arguments: ["smil", "canvas", "layout"], ["painted", "composited"])
        func animationFrames(change: String, rendering: String) async throws {
            let summary = try await VirtualRecording.record(
                Fixture.page("clock/rendering-updates.html?by=\(change)"), to: output,
                TestPage.small + ["--rendering", rendering])
            #expect(summary.title == "30 30")
        }

        @Test("The first frame is the start's, however early", .full, arguments: 0...3)
        func earlyStart(animationFrames: Int) async throws {
            let page = """
                <!doctype html><title>Early</title><body style="margin: 0; background: #808080">
                <script src="/fixtures/clock/clock.js"></script>
                <script>
                const begin = () => {
                    const show = barCode();
                    const origin = performance.now();
                    sendStart();
                    eachFrame(() => show(performance.now() - origin));
                };
                const wait = frames => frames > 0 ? requestAnimationFrame(() => wait(frames - 1)) : begin();
                addEventListener('load', () => wait(\(animationFrames)));
                </script>
                """
            try await WebServer.serving(["/": WebServer.Page(page)]) { server in
                try await VirtualRecording.record(
                    server.url("/"), to: output, TestPage.small + ["--duration", "500ms"])
            }
            let times = try await BarCode.times(of: output)
            #expect(times.count == 15)
            #expect(ClockPage.faults(inTimes: times, rate: 30) == [])
        }
    }
}
