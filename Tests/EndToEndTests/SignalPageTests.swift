import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// The pages of fixtures/html/signals, as described in their head comments.
    @Suite("Signal pages")
    struct SignalPages {
        private let folder: TemporaryFolder
        private let output: String

        init() throws {
            folder = try TemporaryFolder()
            output = folder.path("out.mp4")
        }

        private func page(_ name: String) -> String { Fixture.page("signals/" + name) }

        /// A page, the signals that must arrive, and the names of its marks.
        struct Expected: CustomTestStringConvertible, Sendable {
            let testDescription: String
            var signals = ["start", "stop"]
            var names: [String] = []
        }

        @Test(
            "Common ways to send signals work",
            arguments: [
                Expected(testDescription: "href.html", signals: ["start", "mark", "stop"]),
                Expected(testDescription: "link.html"),
                Expected(testDescription: "target-blank.html"), Expected(testDescription: "window-open.html"),
                Expected(testDescription: "form.html", signals: ["start", "mark", "stop"], names: ["half way & more"]),
                Expected(
                    testDescription: "iframe.html", signals: ["start", "mark", "mark", "stop"], names: ["one", "two"]),
                Expected(testDescription: "fetch.html", signals: ["start", "mark", "stop"], names: ["image"]),
            ])
        func usualWays(_ expected: Expected) async throws {
            let summary = try await Pagereel.record(page(expected.testDescription), to: output, TestPage.small)
            #expect(summary.signalNames == expected.signals)
            #expect(abs(summary.duration - 1) < 0.12, "\(summary.duration) s")
            if !expected.names.isEmpty { #expect(summary.signals.compactMap(\.name) == expected.names) }
            #expect(summary.warnings == [])
        }

        @Test("Messages of all kinds sent in one task arrive in order")
        func messages() async throws {
            let summary = try await Pagereel.record(page("message.html"), to: output, TestPage.small)
            #expect(summary.signalNames == ["start", "mark", "pause", "resume", "mark", "stop"])
            #expect(summary.chapters.map(\.name) == ["one", "two"])
            #expect(abs(summary.duration - 0.5) < 0.1)
            let cancelled = try await Pagereel.run(
                ["record", page("message.html?cancel=1"), "-o", folder.path("cancelled.mp4")] + TestPage.small)
            #expect(cancelled.exitCode == 10)
            #expect(folder.contents == ["out.mp4"])
        }

        @Test("Custom https addresses are intercepted before the network", .full)
        func ownAddresses() async throws {
            let summary = try await Pagereel.record(
                page("own-addresses.html"), to: output,
                TestPage.small + [
                    "--start-url", "https://app.example/YourStartURL", "--stop-url", "https://app.example/YourStopURL",
                ])
            #expect(summary.signalNames == ["start", "stop"])
            #expect(summary.warnings == [])
        }

        @Test("A pause does not appear in the video", .full)
        func pause() async throws {
            let summary = try await Pagereel.record(page("pause.html"), to: output, TestPage.small)
            #expect(abs(summary.duration - 1) < 0.12)
            let red = try await FrameDecoder.frames(of: output, as: .rgb24).filter {
                let color = $0.mean(x: 4, y: 4, width: 32, height: 32)
                return color[0] > color[2] + 40
            }
            #expect(red.isEmpty, "\(red.count) frames are from the pause")
        }

        @Test("Signals out of order are ignored, one warning each", .full)
        func wrongOrder() async throws {
            let summary = try await Pagereel.record(page("wrong-order.html"), to: output, TestPage.small)
            #expect(abs(summary.duration - 1) < 0.12, "\(summary.duration) s")
            #expect(summary.warnings.count == 3)
            for (warning, signal) in zip(summary.warnings, ["stop", "start", "resume"]) {
                #expect(warning.contains(signal))
                #expect(warning.contains(/\d ?s/), "no page time in: \(warning)")
            }
        }

        // Whether WebKit aborts the parse depends on what comes first, the rest of the document or
        // the navigation decision. The page's title says which; in real time it usually aborts.
        @Test("A navigation in the head that aborts parsing is reported with advice", .full)
        func headStart() async throws {
            var hasEnded = false
            for _ in 1...5 where !hasEnded {
                let summary = try await Pagereel.record(
                    page("head-start.html"), to: output, TestPage.small + ["--overwrite", "--clock", "realtime"])
                #expect(summary.signalNames == ["start", "stop"])
                let warning = summary.warnings.first { $0.contains("parse") }
                hasEnded = summary.title == "body: missing"
                #expect((warning != nil) == hasEnded, "\(summary.title)")
                guard hasEnded else { continue }
                #expect(warning?.contains("DOMContentLoaded") == true)
                #expect(warning?.contains("window.webkit.messageHandlers.pagereel.postMessage") == true)
            }
            #expect(hasEnded)
        }

        @Test("On the virtual clock, a short document is parsed before a navigation in its head is refused", .full)
        func headStartOnVirtualClock() async throws {
            for _ in 1...5 {
                let summary = try await Pagereel.record(
                    page("head-start.html"), to: output, TestPage.small + ["--overwrite"])
                #expect(summary.title == "body: present")
                #expect(summary.warnings == [])
            }
        }

        @Test("Start and stop by navigation in one task are reported with advice", .full)
        func oneTask() async throws {
            let outcome = try await Pagereel.run(
                ["record", page("one-task.html"), "-o", output, "--start-timeout", "2s"] + TestPage.small)
            #expect(outcome.exitCode == 11)
            let warnings = outcome.standardError.split(whereSeparator: \.isNewline).filter {
                $0.hasPrefix("pagereel: warning: ")
            }
            #expect(
                warnings.contains { $0.contains("same task") && $0.contains("postMessage") }, "\(outcome.standardError)"
            )
            #expect(folder.contents == [])
        }
    }
}
