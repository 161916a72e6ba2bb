import Foundation
import Subprocess
import TestSupport
import Testing

extension CommandTests {
    /// `check --storyboard`: the pictures of a page's steps without a video.
    @Suite("Storyboards of checks")
    struct CheckStoryboards {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            try folder.write(
                "page.html",
                TestPage.html(
                    title: "Colors",
                    body: "<button id=red>Red</button><button id=lime>Lime</button>",
                    script: """
                        for (const button of document.querySelectorAll('button'))
                            button.onclick = () => document.body.style.background = button.id;
                        send('start'); after(2000, () => send('stop'));
                        """))
        }

        private struct Report: Decodable {
            let name: String
            let passed: Bool
            let failure: String?
            let storyboard: String?
            let files: [String]
            let steps: [Step]

            struct Step: Decodable {
                let status: String
                let picture: String?
            }
        }

        private struct List: Decodable {
            let title: String
            let steps: [Step]

            struct Step: Decodable {
                let step: String
                let status: String
                let reason: String?
                let file: String
            }
        }

        private func check(_ page: String, _ options: [String]) async throws -> Pagereel.Outcome {
            try await Pagereel.run(["check", page, "--storyboard", "story"] + options, folder: folder)
        }

        private func reports(_ outcome: Pagereel.Outcome) throws -> [Report] {
            try JSONDecoder().decode([Report].self, from: Data(outcome.standardOutput.utf8))
        }

        private func list(_ path: String) throws -> List {
            try JSONDecoder().decode(List.self, from: Data(folder.read("\(path)/storyboard.json")))
        }

        private func color(_ path: String) async throws -> [Int] {
            try #require(try await FrameDecoder.frames(of: folder.path(path), as: .rgb24).first).pixel(300, 170)
        }

        @Test("It is the storyboard of record", .full)
        func passed() async throws {
            try folder.write("steps.yaml", "[{at: 0.5s, click: '#red'}, {wait: 0.2s}, {click: '#lime'}]")
            let outcome = try await check("page.html", ["--do", "steps.yaml"] + TestPage.small)
            #expect(outcome.exitCode == 0, "\(outcome.standardError)\(outcome.standardOutput)")
            #expect(outcome.standardOutput.contains("  see story/index.html"), "\(outcome.standardOutput)")
            let list = try list("story")
            #expect(list.title == "Colors")
            #expect(list.steps.map(\.step) == ["click #red", "wait 0.200 s", "click #lime"])
            #expect(try await color("story/\(list.steps[0].file)") == [255, 0, 0])
            #expect(try await color("story/\(list.steps[2].file)") == [0, 255, 0])
            let recorded = try await Pagereel.run(
                ["record", "page.html", "-o", "a.mp4", "--storyboard", "other", "--do", "steps.yaml", "--rendering"]
                    + ["painted", "--seed", "1"] + TestPage.small, folder: folder)
            #expect(recorded.exitCode == 0, "\(recorded.standardError)")
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path("other")) {
                #expect(try folder.read("story/\(name)") == folder.read("other/\(name)"), "\(name)")
            }
            let again = try await check("page.html", ["--do", "steps.yaml"] + TestPage.small)
            #expect(again.exitCode == 73 && again.standardError.contains("--overwrite"), "\(again.standardError)")
            let replaced = try await check("page.html", ["--do", "steps.yaml", "--overwrite"] + TestPage.small)
            #expect(replaced.exitCode == 0, "\(replaced.standardError)")
        }

        @Test("The last picture is that of the step that failed, with the reason, as on the contact sheet")
        func failed() async throws {
            try folder.write("steps.yaml", "[{click: '#red'}, {click: '#none', timeout: 100ms}, {click: '#lime'}]")
            let outcome = try await check(
                "page.html", ["--do", "steps.yaml", "--failures", "failures", "--format", "json"] + TestPage.small)
            #expect(outcome.exitCode == 1, "\(outcome.standardError)")
            let report = try #require(try reports(outcome).first)
            #expect(report.storyboard == "story/index.html")
            #expect(report.steps.map(\.status) == ["done", "failed", "not-reached"])
            #expect(report.steps[1].picture == "failures/page.html.png" && folder.contains("failures/page.html.png"))
            let list = try list("story")
            #expect(list.steps.map(\.status) == ["done", "failed"])
            #expect(list.steps.last?.reason == "Nothing in the page matches #none.")
            let text = try String(decoding: folder.read("story/index.html"), as: UTF8.self)
            #expect(text.contains("Failed: Nothing in the page matches #none."))
            #expect(text.contains("<li class=\"missed\">"))
        }

        @Test("Each case with steps has its own folder, named like its contact sheet")
        func cases() async throws {
            try folder.write("more.yaml", "[{click: '#lime'}]")
            try folder.write(
                "cases.yaml",
                """
                defaults: {size: 320x180}
                pages:
                - page: page.html
                  name: The page
                  cases:
                  - {name: red, do: [{click: '#red'}, {include: more.yaml}]}
                  - {name: red, do: more.yaml}
                  - {name: nobody}
                  - {name: ../up/.., do: [{click: '#none', timeout: 50ms}]}
                """)
            let outcome = try await check("cases.yaml", ["--failures", "failures", "--format", "json"])
            #expect(outcome.exitCode == 1, "\(outcome.standardError)\(outcome.standardOutput)")
            let reports = try reports(outcome)
            #expect(reports.map(\.failure) == [nil, nil, nil, nil])
            #expect(
                reports.map(\.storyboard) == [
                    "story/The-page--red/index.html", "story/The-page--red-2/index.html", nil, "story/case/index.html",
                ])
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("story")).sorted()
            #expect(names == ["The-page--red", "The-page--red-2", "case"])
            let list = try list("story/The-page--red")
            #expect(list.title == "The page: red")
            #expect(list.steps.map(\.step) == ["click #red", "click #lime"])
        }

        @Test("Without steps it is refused, and what is not performed is told", .full)
        func refused() async throws {
            let lonely = try await check("page.html", [])
            #expect(lonely.exitCode == 64 && lonely.standardError.contains("--do"), "\(lonely.standardError)")
            try folder.write("cases.yaml", "pages: [{page: page.html}]")
            let cases = try await check("cases.yaml", [])
            #expect(cases.exitCode == 64 && cases.standardError.contains("do:"), "\(cases.standardError)")
            try folder.write("steps.yaml", "[{at: 9s, click: '#red'}]")
            let watched = try await check("page.html", ["--do", "steps.yaml", "--watch"])
            #expect(watched.exitCode == 64 && watched.standardError.contains("--overwrite"), "\(watched.standardError)")
            let early = try await check("page.html", ["--do", "steps.yaml"] + TestPage.small)
            #expect(early.exitCode == 1 && early.standardError.contains("no storyboard"), "\(early.standardError)")
            #expect(!folder.contains("story/index.html"))
        }

        @Test("--watch does not check again because of the storyboard that it wrote", .full)
        func watch() async throws {
            try folder.write("steps.yaml", "[{click: '#red'}]")
            let outcome = try await Pagereel.run(
                ["check", "page.html", "--storyboard", "story", "--do", "steps.yaml", "--watch", "--overwrite"]
                    + TestPage.small, folder: folder
            ) { watching in
                try await watching.wait(for: "Ctrl-C ends it.")
                try folder.write("steps.yaml", "[{click: '#lime'}]")
                try await watching.wait(for: "Ctrl-C ends it.", times: 2)
                try watching.send(.interrupt)
            }
            #expect(outcome.exitCode == 130)
            #expect(try list("story").steps.map(\.step) == ["click #lime"])
            #expect(outcome.standardOutput.components(separatedBy: "step at").count == 3, "\(outcome.standardOutput)")
        }
    }
}
