import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// The contents of pictures, read back from the file.
    @Suite("Pictures")
    struct Pictures {
        private let folder: TemporaryFolder
        private let output: String

        init() throws {
            folder = try TemporaryFolder()
            output = folder.path("out.mp4")
        }

        @Test("Colors are accurate to 3 of 255 with both capture methods", arguments: ["view", "snapshot"])
        func knownColors(capture: String) async throws {
            let page = Fixture.page("known-colors.html")
            try await Pagereel.record(page, to: output, ["--size", "600x200", "--capture", capture])
            let frames = try await FrameDecoder.frames(of: output, as: .rgb24)
            #expect(frames.count >= 29)
            let colors = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [128, 128, 128], [255, 255, 255], [0, 0, 0]]
            var worst = 0
            for frame in frames {
                for (index, wanted) in colors.enumerated() {
                    let seen = frame.mean(x: index * 100 + 30, y: 60, width: 40, height: 80)
                    worst = max(worst, zip(seen, wanted).map { abs($0 - $1) }.max() ?? 255)
                }
            }
            #expect(worst <= 3)
        }

        @Test("3D transforms are rendered in perspective", .full)
        func perspective() async throws {
            try await Pagereel.record(Fixture.page("perspective.html"), to: output, ["--size", "640x360"])
            let frame = try #require(try await FrameDecoder.frames(of: output, as: .rgb24).last)
            // Red distinguishes the white card from the green behind it.
            #expect(frame.pixel(245, 180)[0] > 200)
            #expect(frame.pixel(375, 180)[0] < 60)
            #expect(frame.pixel(270, 40)[0] > 200)
            let column = (0..<360).count { frame.pixel(245, $0)[0] > 128 }
            #expect(abs(column - 316) <= 3)
        }

        @Test("A static page misses no frames and uses little CPU time")
        func still() async throws {
            let summary = try await Pagereel.record(Fixture.page("static.html?seconds=2"), to: output)
            #expect(abs(summary.frames - 60) <= 1)
            #expect(summary.repeated == 0)
            #expect(summary.bytes < 60_000, "\\(summary.bytes) bytes for a picture that stands still")
        }

        @Test("Scale 2 renders the page at twice the resolution", .full)
        func scale() async throws {
            // A hairline of 0.5 CSS pixels is one sharp device pixel at scale 2.
            let page = try folder.write(
                "page.html",
                TestPage.timed(
                    300,
                    body:
                        "<div style='position: absolute; left: 50px; width: 0.5px; height: 100px; background: #fff'></div>"
                ))
            try await Pagereel.record(page, to: output, ["--size", "100x100", "--scale", "2", "--quality", "1"])
            let frame = try #require(try await FrameDecoder.frames(of: output, as: .gray).last)
            #expect(frame.width == 200)
            let row = (90..<112).map { frame.pixel($0, 100)[0] }
            #expect(row.count { $0 > 150 } == 1, "\\(row)")
        }

        @Test("The annual report is recorded with six chapters and a soundtrack")
        func annualReport() async throws {
            let summary = try await Pagereel.record(
                Fixture.page("annual-report.html"), to: output,
                TestPage.small + ["--fps", "10", "--audio", Fixture.audio("loop.ogg"), "--audio-crossfade", "50ms"])
            #expect(summary.exitReason == "stopped")
            #expect(abs(summary.duration - 20) < 0.2)
            #expect(summary.chapters.count == 6)
            #expect(summary.warnings == [])
            let probe = try await Probe.read(output)
            // The part before the first mark is a chapter too.
            #expect(probe.chapters.suffix(6).map(\.title) == summary.chapters.map(\.name))
            #expect(abs((try #require(probe.audio)).seconds - (try #require(probe.video)).seconds) <= 1024.0 / 48_000)
        }
    }
}
