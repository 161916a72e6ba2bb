import Foundation
import TestSupport
import Testing

extension EndToEndTests {
    /// A page may busy-wait for time to pass, and have workers that never become idle.
    @Suite("Waiting without rest on the virtual clock")
    struct ClockWaits {
        private let folder: TemporaryFolder
        private let output: String

        init() throws {
            folder = try TemporaryFolder()
            output = folder.path("out.mp4")
        }

        /// What fixtures/html/clock/waiting.html measures, in milliseconds.
        private struct Measured: Decodable, Equatable {
            var often, performance, date, request, worker, elapsed: Int
            var answer: String
            var ticks: Bool

            static let expected = Measured(
                often: 0, performance: 100, date: 50, request: 50, worker: 100, elapsed: 900, answer: "answer",
                ticks: true)
        }

        @Test(
            "A page that polls the time makes it advance",
            arguments: ["painted", "composited"])
        func wait(rendering: String) async throws {
            let summary = try await VirtualRecording.record(
                Fixture.page("clock/waiting.html"), to: output, TestPage.small + ["--rendering", rendering])
            #expect(summary.frames == 30)
            #expect(summary.warnings == [])
            let measured = try JSONDecoder().decode(Measured.self, from: Data(summary.title.utf8))
            #expect(measured == .expected)
        }

        @Test("Two recordings of such a page are identical, even on a busy machine", .full)
        func repeats() async throws {
            func record(to name: String) async throws -> Summary {
                try await VirtualRecording.record(
                    Fixture.page("clock/waiting.html"), to: folder.path(name),
                    TestPage.small + ["--date", "2031-12-31T09:00:00Z", "--timezone", "UTC", "--seed", "7"])
            }
            let first = try await record(to: "first.mp4")
            let second = try await BusyLoops.running(2) { try await record(to: "second.mp4") }
            #expect(first.title == second.title)
            #expect(try folder.read("first.mp4") == folder.read("second.mp4"))
        }

        @Test("A page that blocks forever ends the recording; frames so far are kept", .full)
        func endlessWait() async throws {
            let page = try folder.write(
                "page.html",
                TestPage.html(script: "send('start'); after(510, () => { while (performance.now() > 0); });"))
            let outcome = try await VirtualRecording.run(page, to: output, TestPage.small + ["--hang-timeout", "1s"])
            // 0.51 s before, and the second of page time that it received.
            try await VirtualRecording.expectHang(
                outcome, output: output, frames: 46, naming: ["--hang-timeout", "--clock realtime"])
        }

        @Test("An endlessly computing worker delays the page only briefly, with a warning", .full)
        func endlessWorker() async throws {
            let summary = try await VirtualRecording.record(
                Fixture.page("clock/endless-worker.html"), to: output, TestPage.small + ["--hang-timeout", "60s"])
            #expect(summary.frames == 15)
            #expect(summary.exitReason == "stopped")
            #expect(summary.title == "ticked")
            #expect(summary.warnings.count == 1)
            let warning = try #require(summary.warnings.first)
            #expect(warning.contains("A worker of the page computes without end"), "\(warning)")
        }
    }
}
