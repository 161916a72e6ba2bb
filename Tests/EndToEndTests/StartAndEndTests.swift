import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// When a recording starts and ends without signals.
    @Suite("Start and end")
    struct StartAndEnd {
        private let folder: TemporaryFolder
        private let output: String
        private let page: String

        init() throws {
            folder = try TemporaryFolder()
            output = folder.path("out.mp4")
            // A page without signals.
            page = try folder.write("page.html", "<!doctype html><title>Plain</title><p>A page like any other.</p>")
        }

        @Test(
            "--duration starts on load and sets the exact length",
            arguments: ["1s", "500ms", "0.5"])
        func duration(text: String) async throws {
            let summary = try await Pagereel.record(page, to: output, TestPage.small + ["--duration", text])
            let seconds = text == "1s" ? 1.0 : 0.5
            #expect(summary.exitReason == "duration")
            #expect(summary.frames == Int(seconds * 30))
            #expect(abs(summary.duration - seconds) < 0.0005)
            #expect(summary.signals.isEmpty)
        }

        @Test("--duration with --start-on signal waits for the signal, and a stop ends it earlier", .full)
        func durationAfterSignal() async throws {
            let page = try folder.write(
                "signal.html",
                TestPage.html(
                    body: "<style id=s>body { background: #f00 !important }</style>",
                    script: "after(600, () => { s.remove(); after(100, () => send('start')); });"))
            let summary = try await Pagereel.record(
                page, to: output, TestPage.small + ["--duration", "500ms", "--start-on", "signal"])
            #expect(summary.signalNames == ["start"])
            #expect(summary.frames == 15)
            let first = try #require(try await FrameDecoder.frames(of: output, as: .rgb24).first)
            #expect(first.mean(x: 100, y: 100, width: 20, height: 20)[0] < 40, "recorded before the signal")
            let early = try folder.write("early.html", TestPage.timed(300))
            let stopped = try await Pagereel.record(
                early, to: folder.path("early.mp4"), TestPage.small + ["--duration", "20s", "--start-on", "signal"])
            #expect(stopped.exitReason == "stopped")
            #expect(stopped.duration < 1)
        }

        @Test("--start-on load records until the page's stop")
        func startOnLoad() async throws {
            let page = try folder.write("stop.html", TestPage.html(script: "after(500, () => send('stop'));"))
            let summary = try await Pagereel.record(page, to: output, TestPage.small + ["--start-on", "load"])
            #expect(summary.exitReason == "stopped")
            #expect(summary.signalNames == ["stop"])
            #expect(summary.frames >= 12)
        }

        @Test("A page that never starts is reported with advice: 11")
        func neverStarts() async throws {
            let outcome = try await Pagereel.run(
                ["record", page, "-o", folder.path("new/out.mp4"), "--start-timeout", "3s"] + TestPage.small)
            #expect(outcome.exitCode == 11)
            #expect(outcome.standardError.contains("pagereel://start"), "\(outcome.standardError)")
            #expect(outcome.standardError.contains("--start-on load"), "\(outcome.standardError)")
            #expect(folder.contents == ["page.html"])
        }

        @Test("The message names the custom start address", .full)
        func neverStartsOwnAddress() async throws {
            let outcome = try await Pagereel.run(
                [
                    "record", page, "-o", output, "--start-timeout", "3s", "--start-url",
                    "https://app.invalid/YourStartURL",
                ] + TestPage.small)
            #expect(outcome.exitCode == 11)
            #expect(outcome.standardError.contains("https://app.invalid/YourStartURL"), "\(outcome.standardError)")
        }

        @Test("--max-duration ends a recording without a stop, with a warning")
        func maxDuration() async throws {
            let page = try folder.write("endless.html", TestPage.endless)
            let summary = try await Pagereel.record(page, to: output, TestPage.small + ["--max-duration", "700ms"])
            #expect(summary.exitReason == "max-duration")
            #expect(summary.frames == 21)
            #expect(summary.warnings.contains { $0.contains("max-duration") || $0.contains("stop") })
            #expect(try await Probe.read(output).video?.packetCount == 21)
        }
    }
}
