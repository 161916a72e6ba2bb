import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// Time advances once the page is idle; these pages delay that, or stay idle for long.
    @Suite("Pages that rest and wake on the virtual clock")
    struct ClockRest {
        private let folder: TemporaryFolder
        private let output: String

        init() throws {
            folder = try TemporaryFolder()
            output = folder.path("out.mp4")
        }

        @Test("A static page is recorded to its end", .full)
        func still() async throws {
            try await VirtualRecording.expectExact(
                ["/": WebServer.Page.barCode(script: "")], seconds: 3, shows: { _ in 0 })
        }

        @Test("A static page is recorded to its stop signal", .full)
        func stillToStop() async throws {
            let page = try folder.write("still.html", TestPage.timed(3000))
            #expect(try await VirtualRecording.record(page, to: output).frames == 90)
        }

        @Test("A page that pauses for 2 s is exact throughout")
        func stopsAndStarts() async throws {
            // The display stops refreshing after a while without requests.
            let script = """
                const until = end => requestAnimationFrame(function frame() {
                    if (elapsed() > end) return;
                    show(elapsed());
                    requestAnimationFrame(frame);
                });
                until(510);
                after(2490, () => until(4000));
                """
            try await VirtualRecording.expectExact(["/": WebServer.Page.barCode(script: script)], seconds: 4) { time in
                time > 500 && time < 2490 ? 500 : ClockPage.count(of: 1, in: time)
            }
        }

        @Test("Timers far apart fire in the right frames", .full)
        func lonelyTimers() async throws {
            let script = "for (let second = 1; second < 4; second++) after(1000 * second, () => show(elapsed()));"
            try await VirtualRecording.expectExact(["/": WebServer.Page.barCode(script: script)], seconds: 4) {
                1000 * ClockPage.count(of: 1000, in: $0)
            }
        }
    }
}
