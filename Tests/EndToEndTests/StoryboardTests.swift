import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// `--storyboard`: a picture of each step, and a page that shows them.
    @Suite("Storyboards")
    struct Storyboards {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        private struct List: Decodable {
            let page: String
            let title: String
            let steps: [Step]

            struct Step: Decodable {
                let step: String
                let caption: String
                let time: Double
                let status: String
                let reason: String?
                let file: String
                let width: Double
                let height: Double
            }
        }

        /// A page whose color says which of its buttons was clicked last.
        private func page() throws -> String {
            try folder.write(
                "page.html",
                TestPage.html(
                    title: "Orders & <b>more</b>",
                    head: "<style>button, input { width: 60px; height: 24px }</style>",
                    body: "<button id=red>Red</button><button id=lime>Lime</button><input type=password id=secret>",
                    script: """
                        for (const button of document.querySelectorAll('button'))
                            button.onclick = () => document.body.style.background = button.id;
                        """))
        }

        private static let steps = """
            - click: {role: button, name: Red}
            - {type: hunter2, into: '#secret'}
            - {caption: 'Now it is <lime> & green', for: 500ms}
            - click: '#lime'
            - wait: 600ms
            - wait: 100ms
            - {click: '#none', timeout: 100ms}
            - {at: 2.5s, click: '#red'}
            """

        private func record(_ name: String, _ options: [String] = []) async throws -> Pagereel.Outcome {
            let file = try folder.write("steps.yaml", Self.steps)
            return try await Pagereel.run(
                ["record", page(), "-o", folder.path("\(name).mp4"), "--do", file, "--start-on", "load"]
                    + ["--duration", "3s", "--storyboard", folder.path("\(name)/"), "--size", "320x180"] + options)
        }

        private func list(_ name: String) throws -> List {
            try JSONDecoder().decode(List.self, from: Data(folder.read("\(name)/storyboard.json")))
        }

        @Test(
            "Each step has a picture of the page after it, with a caption",
            arguments: LongTests.areAll ? ["virtual", "realtime"] : ["virtual"])
        func pictures(clock: String) async throws {
            let outcome = try await record("story", ["--clock", clock, "--scale", "2"])
            #expect(outcome.exitCode == 1, "\(outcome.standardError)")
            let list = try list("story")
            #expect(list.title == "Orders & <b>more</b>" && list.page.hasSuffix("/page.html"))
            #expect(
                list.steps.map(\.step) == [
                    "click button 'Red'", "type into #secret", "caption", "click #lime", "wait 0.600 s", "wait 0.100 s",
                    "click #none", "click #red",
                ])
            #expect(list.steps[0].caption == "Click the button \"Red\"")
            #expect(list.steps[1].caption == "Type into the element #secret")
            // In real time a busy machine may take longer for the click than the caption is shown.
            let captions = list.steps[2...(clock == "virtual" ? 3 : 2)].map(\.caption)
            #expect(captions.allSatisfy { $0 == "Now it is <lime> & green" }, "\(captions)")
            #expect(list.steps[4].caption == "Wait 0.6 s")
            #expect(list.steps.map(\.status) == ["done", "done", "done", "done", "done", "done", "failed", "done"])
            #expect(list.steps[6].reason == "Nothing in the page matches #none.")
            #expect(list.steps.map(\.time) == list.steps.map(\.time).sorted())
            #expect(list.steps.allSatisfy { $0.width == 320 && $0.height == 180 })
            let colors: [[Int]] = [[255, 0, 0], [255, 0, 0], [255, 0, 0], [0, 255, 0], [0, 255, 0]]
            for (step, color) in zip(list.steps, colors) {
                let picture = try #require(
                    try await FrameDecoder.frames(of: folder.path("story/\(step.file)"), as: .rgb24).first)
                #expect((picture.width, picture.height) == (640, 360))
                #expect(picture.pixel(600, 300) == color, "\(step.step)")
            }
            // Every file is listed, and each is there.
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("story")).sorted()
            #expect(names == ["index.html"] + Set(list.steps.map(\.file)).sorted() + ["storyboard.json"])
        }

        @Test("Two runs have the same bytes, and equal pictures that follow each other are one file", .full)
        func same() async throws {
            let first = try await record("a")
            let second = try await record("b")
            #expect(first.exitCode == 1 && second.exitCode == 1, "\(second.standardError)")
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("a")).sorted()
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("b")).sorted() == names)
            for name in names { #expect(try folder.read("a/\(name)") == folder.read("b/\(name)"), "\(name)") }
            let files = try list("a").steps.map(\.file)
            #expect(files[4] == files[5] && files[3] != files[0])
            #expect(
                !(try folder.read("a/index.html") + folder.read("a/storyboard.json")).contains(Data("hunter2".utf8)))
        }

        @Test("The page is valid, escaped and without scripts, and shows every picture")
        func markup() async throws {
            _ = try await record("story")
            let text = try String(decoding: folder.read("story/index.html"), as: UTF8.self)
            #expect(text.contains("<title>Orders &amp; &lt;b&gt;more&lt;/b&gt;</title>"))
            #expect(text.contains("Now it is &lt;lime&gt; &amp; green") && !text.contains("<lime>"))
            #expect(text.contains("Failed: Nothing in the page matches #none."))
            for word in ["<script", "http:", "https:", "onload", "<link"] { #expect(!text.contains(word), "\(word)") }
            // The page as an engine sees it: pictures with alternative texts, all of them loaded.
            let question = """
                [...document.images].every(it => it.loading = 'eager') && document.images.length > 3
                    && [...document.images].every(it => it.alt && it.complete && it.naturalWidth === 320)
                    && document.querySelectorAll('ol > li > figure > figcaption').length === document.images.length
                """
            let steps = try folder.write(
                "look.yaml", "- expect: {script: \"\(question.replacing("\n", with: " "))\"}\n")
            let looked = try await Pagereel.run(
                ["check", folder.path("story/index.html"), "--do", steps, "--start-on", "load", "--duration", "2s"]
                    + ["--failures", folder.path("failures"), "--expect", "no page errors"])
            #expect(looked.exitCode == 0, "\(looked.standardOutput)\(looked.standardError)")
        }

        @Test("Only an older storyboard is replaced, and only with --overwrite", .full)
        func existing() async throws {
            _ = try await record("story")
            let again = try await record("story", ["--overwrite"])
            #expect(again.exitCode == 1, "\(again.standardError)")
            try FileManager.default.removeItem(atPath: folder.path("story.mp4"))
            let refused = try await record("story")
            #expect(refused.exitCode == 73 && !folder.contains("story.mp4"), "\(refused.standardError)")
            try folder.write("story/notes.txt", "mine")
            let foreign = try await record("story", ["--overwrite"])
            #expect(foreign.exitCode == 73 && foreign.standardError.contains("not a storyboard"))
            #expect(folder.contains("story/notes.txt") && !folder.contains("story.mp4"))
        }

        @Test("Without a recording or steps there is none", .full)
        func none() async throws {
            let page = try folder.write(
                "cancel.html", TestPage.html(script: "send('start'); after(500, () => send('cancel'));"))
            let file = try folder.write("steps.yaml", "- wait: 100ms\n")
            _ = try await Pagereel.run(
                ["record", page, "-o", folder.path("a.mp4"), "--do", file, "--storyboard", folder.path("story")]
                    + TestPage.small)
            #expect(folder.contents == ["cancel.html", "steps.yaml"])
            let lonely = try await Pagereel.run(["record", page, "--storyboard", folder.path("story")])
            #expect(lonely.exitCode == 64 && lonely.standardError.contains("--do"), "\(lonely.standardError)")
        }
    }
}
