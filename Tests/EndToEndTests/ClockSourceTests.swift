import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// On the virtual clock, frame n shows every source of time n / fps seconds after the start.
    @Suite("Sources of time on the virtual clock")
    struct ClockSources {
        private let folder: TemporaryFolder
        private let output: String

        init() throws {
            folder = try TemporaryFolder()
            output = folder.path("out.mp4")
        }

        @Test("At 30 fps every frame is exact", .full, arguments: ClockPage.all)
        func thirty(page: ClockPage) async throws {
            try await VirtualRecording.expectExact(page, rate: 30, seconds: 1)
        }

        // make clock-check combines all pages, rates and renderings.
        @Test(
            "Composited at 60 fps every frame is exact", .full,
            arguments: [
                ClockPage.animationFrame, .setTimeout, .worker, .iframe, .cssTransform, .gif, .video,
            ])
        func compositedSixty(page: ClockPage) async throws {
            try await VirtualRecording.expectExact(page, rate: 60, seconds: 1, ["--rendering", "composited"])
        }

        @Test(
            "Timers that the engine rounds stay aligned to the frames", .full,
            arguments: [ClockPage.smil, .roundedInterval])
        func rounded(page: ClockPage) async throws {
            try await VirtualRecording.expectExact(page, rate: 60, seconds: 6)
        }

        @Test("A painted picture stays complete for more than 10 s of real time", .full)
        func longPainting() async throws {
            try await VirtualRecording.expectExact(.heavy, rate: 30, seconds: 4, ["--rendering", "painted"])
        }

        @Test("At other frame rates every frame is exact", .full, arguments: ["1", "24", "29.97", "120"])
        func otherRates(rate: String) async throws {
            let summary = try await VirtualRecording.record(
                Fixture.page("clock/performance-now.html"), to: output,
                TestPage.small + ["--duration", "1s", "--fps", rate])
            let number = rate == "29.97" ? 30_000 / 1001.0 : try #require(Double(rate))
            #expect(summary.frames == Int(number.rounded(.up)))
            let times = try await BarCode.times(of: output)
            #expect(times.count == summary.frames)
            #expect(ClockPage.faults(inTimes: times, rate: number) == [])
        }

        @Test(
            "Composited or painted, by view or snapshot: every frame is exact", .full,
            arguments: ["composited", "painted"], ["view", "snapshot"])
        func rendering(rendering: String, capture: String) async throws {
            let summary = try await VirtualRecording.record(
                Fixture.page("bar-code.html?seconds=2"), to: output,
                TestPage.small + ["--rendering", rendering, "--capture", capture])
            #expect(summary.frames == 60)
            #expect(summary.repeated == 0)
            let times = try await BarCode.times(of: output)
            #expect(times.count == 60)
            #expect(ClockPage.faults(in: times, rate: 30) { $0 == ClockPage.count(of: 1, in: $1) } == [])
        }

        @Test("A local video follows the page's time")
        func localVideo() async throws {
            let html = try String(contentsOfFile: Fixture.page("clock/video.html"), encoding: .utf8)
            let page = try folder.write("page/index.html", html.replacing("../../video/", with: "media/"))
            _ = try folder.makeFolder("page/media")
            for (from, to) in [
                ("html/clock/clock.js", "clock.js"), ("html/clock/clock.css", "clock.css"),
                ("video/frame-numbers.webm", "media/frame-numbers.webm"),
            ] {
                _ = try folder.write("page/\(to)", Data(contentsOf: URL(fileURLWithPath: Fixture.file(from))))
            }
            try await VirtualRecording.record(page, to: output, TestPage.small + ["--duration", "1s"])
            #expect(try await ClockPage.video.faults(ClockPage.Video(path: output, rate: 30)) == [])
        }

        @Test("Smooth scrolling is the same in every recording")
        func scrollRepeats() async throws {
            var recordings: [[Int?]] = []
            for name in ["first.mp4", "second.mp4"] {
                try await VirtualRecording.record(
                    Fixture.page("clock/scroll.html"), to: folder.path(name), TestPage.small + ["--duration", "1s"])
                recordings.append(try await BarCode.times(of: folder.path(name)))
            }
            #expect(recordings[0].count == 30)
            #expect(recordings[0] == recordings[1])
        }
    }
}
