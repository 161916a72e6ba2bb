import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// Stills of a page that steps use.
    @Suite("Stills of steps")
    struct StillSteps {
        private let folder: TemporaryFolder
        private let page: String

        init() throws {
            folder = try TemporaryFolder()
            page = try folder.write(
                "page.html", TestPage.html(body: "<button id=a>A</button>", script: "after(300, () => send('stop'));"))
        }

        private func stills(
            _ at: String, _ steps: String, _ others: [String] = []
        ) async throws -> Pagereel.Outcome {
            try folder.write("steps.yaml", steps)
            return try await Pagereel.run(
                ["stills", page, "--at", at, "-o", "now", "--do", "steps.yaml", "--overwrite"] + TestPage.small
                    + others,
                folder: folder)
        }

        private func pixels(_ name: String) async throws -> [UInt8] {
            try await Tool.run(
                "ffmpeg", ["-v", "error", "-i", folder.path("now/\(name)"), "-f", "rawvideo", "-pix_fmt", "rgb24", "-"])
        }

        @Test("A step that fails, and those that are not reached, are errors also with --quiet: 1")
        func failure() async throws {
            let outcome = try await stills(
                "500ms", "- {click: '#none', timeout: 100ms}\n- click: '#a'\n- press: Enter", ["--quiet"])
            #expect(outcome.exitCode == 1, "\(outcome.standardError)")
            #expect(
                outcome.standardError == """
                    pagereel: error: The step 'click #none' was not done: Nothing in the page matches #none.
                    pagereel: error: 2 steps were not reached, the first 'click #a': the step before it failed.

                    """)
            #expect(folder.contains("now/0000500ms.png"))
            let json = try await stills("500ms", "- {click: '#none', timeout: 100ms}", ["--json"])
            #expect(json.exitCode == 1 && json.standardOutput.contains(#""status":"failed""#), "\(json.standardOutput)")
        }

        @Test("The steps of a recording work for stills: captions are shown, signals are moments")
        func tour() async throws {
            let outcome = try await stills(
                "900ms,mark:Half,1900ms,pause,2500ms",
                """
                pointer: {captions: true}
                steps:
                - wait: 300ms
                - {caption: Hello, for: 1s}
                - pause:
                - wait: 400ms
                - resume:
                - mark: Half
                - wait: 1200ms
                - stop:
                """)
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            let names = ["0000900ms.png", "0001900ms.png", "0002500ms.png", "mark-Half.png", "pause.png"]
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("now")).sorted() == names)
            let (early, late) = (try await pixels("0000900ms.png"), try await pixels("0001900ms.png"))
            #expect(late.count == 320 * 180 * 3 && early.count == late.count)
            // The caption is at the bottom.
            #expect(early.prefix(320 * 90 * 3) == late.prefix(320 * 90 * 3) && early != late)
            #expect(try await pixels("mark-Half.png") == early)
        }

        @Test("Steps behind the last still are performed, but not behind stop", .full)
        func late() async throws {
            let outcome = try await stills("100ms", "- {at: 800ms, screenshot: late}")
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            #expect(folder.contains("now/late.png"))
            let stopped = try await stills("100ms", "- wait: 100ms\n- stop:\n- click: '#a'", ["-q"])
            #expect(stopped.exitCode == 1)
            #expect(
                stopped.standardError
                    == "pagereel: error: The step 'click #a' was not reached: a step stop came before it.\n")
            let until = try await stills("100ms", "- {at: 2s, click: '#a'}", ["-q", "--until", "500ms"])
            #expect(until.exitCode == 1)
            #expect(
                until.standardError.contains("The step at 2 s was not reached: the page was followed for 0.5"),
                "\(until.standardError)")
        }

        @Test("Steps of a recorder end the recording, and work for a check and stills", .full)
        func imported() async throws {
            try folder.write(
                "codegen.jsonl",
                """
                {"browserName":"chromium","launchOptions":{},"contextOptions":{}}
                {"name":"openPage","url":"https://a.example/","signals":[]}
                {"name":"click","selector":"x","locator":{"kind":"role","body":"button","options":{"name":"A","attrs":[]}}}
                """)
            let converted = try await Pagereel.run(["steps", "codegen.jsonl", "-o", "tour.yaml"], folder: folder)
            #expect(converted.exitCode == 0, "\(converted.standardError)")
            #expect(converted.standardError.contains("tour.yaml: 3 steps"), "\(converted.standardError)")
            #expect(try String(decoding: folder.read("tour.yaml"), as: UTF8.self).hasSuffix("- wait: 1s\n- stop:\n"))
            try folder.write("page.html", TestPage.html(body: "<button>A</button>", script: ""))
            let shared = ["--do", "tour.yaml"] + TestPage.small
            let recorded = try await Pagereel.run(
                ["record", page, "-o", "a.mp4", "--start-on", "load", "--json"] + shared, folder: folder)
            #expect(recorded.exitCode == 0, "\(recorded.standardError)")
            let summary = try recorded.summary
            #expect(summary.exitReason == "stopped" && (25...60).contains(summary.frames), "\(summary.frames)")
            let checked = try await Pagereel.run(["check", page, "--start-on", "load"] + shared, folder: folder)
            #expect(checked.exitCode == 0, "\(checked.standardOutput)")
            let taken = try await Pagereel.run(["stills", page, "--at", "2s", "-o", "later"] + shared, folder: folder)
            #expect(taken.exitCode == 0, "\(taken.standardError)")
        }
    }
}
