import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// The page is the focused view of the active window, as in a browser's window in front.
    @Suite("Focus")
    struct Focus {
        private let folder: TemporaryFolder
        private let output: String

        init() throws {
            folder = try TemporaryFolder()
            output = folder.path("out.mkv")
        }

        /// What the page says of its focus, as a mark's name.
        private static let state = """
            [document.hasFocus(), ...[':focus', ':focus-visible', 'form:focus-within'].map(it => \
            document.querySelector(it)?.id)].join(' ')
            """

        private static let whole = "true field field form"

        /// A page with a red ring around its focused field, which marks its focus after 300 ms.
        private func page(_ name: String, next: String) throws -> String {
            try folder.write(
                name,
                TestPage.html(
                    head: """
                        <style>form { margin: 20px; width: 100px; height: 40px }
                        input { width: 100px; height: 40px; border: 0; padding: 0; outline: none; background: white }
                        input:focus { box-shadow: 0 0 0 10px red }</style>
                        """,
                    body: "<form id=form><input id=field autofocus></form>",
                    script: """
                        const mark = () => send({signal: 'mark', name: \(Self.state)});
                        after(300, () => { document.title = \(Self.state); mark(); });
                        \(next)
                        """))
        }

        @Test(
            "A page has the focus from its first document on, and in the next", .full,
            arguments: ["virtual", "realtime"],
            ["painted", "composited"])
        func documents(clock: String, rendering: String) async throws {
            _ = try page("second.html", next: "after(600, () => send('stop'));")
            let first = try page("first.html", next: "send('start'); after(600, () => location = 'second.html');")
            let summary = try await Pagereel.record(
                first, to: output, ["--clock", clock, "--rendering", rendering] + TestPage.small)
            #expect(summary.signals.compactMap(\.name) == [Self.whole, Self.whole])
            let frames = try await FrameDecoder.frames(of: output, as: .rgb24)
            // The ring is beside the field, around which the page is #123456.
            let ring = try #require(frames.last).pixel(15, 40)
            #expect(ring[0] > 200 && ring[1] < 60 && ring[2] < 60, "\(ring)")
        }

        @Test("Checks and stills have it too", .full, arguments: ["virtual", "realtime"])
        func others(clock: String) async throws {
            let page = try page("page.html", next: "send('start'); after(600, () => send('stop'));")
            let check = try await Pagereel.run(
                ["check", page, "--clock", clock, "--expect", "mark:\"\(Self.whole)\" once"] + TestPage.small)
            #expect(check.exitCode == 0, "\(check.standardOutput)")
            let stills = try await Pagereel.run(
                ["stills", page, "--clock", clock, "--at", "300ms", "-o", folder.path("stills")] + TestPage.small)
            #expect(stills.exitCode == 0, "\(stills.standardError)")
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("stills"))
            let name = try #require(names.first)
            let still = try #require(
                try await FrameDecoder.frames(of: folder.path("stills/\(name)"), as: .rgb24).first)
            #expect(still.pixel(15, 40) == [255, 0, 0])
        }

        @Test("Each row of a batch has it, in an engine that is kept")
        func batch() async throws {
            let page = try page("page.html", next: "send('start'); after(600, () => send('stop'));")
            let rows = try folder.write("rows.csv", "id\n1\n2\n3\n")
            let outcome = try await Pagereel.run(
                ["batch", rows, "--page", page, "-o", folder.path("{id}.mp4"), "--jobs", "1"] + TestPage.small)
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            for id in 1...3 {
                #expect(try await Probe.read(folder.path("\(id).mp4")).format.tags?["title"] == Self.whole)
            }
        }

        /// How many frames the caret is shown and hidden in turn.
        private func caret(_ options: [String]) async throws -> [Int] {
            let page = try folder.write(
                "caret.html",
                TestPage.html(
                    head: """
                        <style>input { position: absolute; left: 20px; top: 20px; width: 100px; height: 40px; border: 0;
                        padding: 0; outline: none; background: white; font-size: 30px; caret-color: red }</style>
                        """,
                    body: "<input autofocus>", script: "send('start'); after(2400, () => send('stop'));"))
            // A codec with reduced color may leave out what is one pixel wide.
            let video = folder.path("caret.mkv")
            try await Pagereel.record(page, to: video, ["--codec", "ffv1"] + options + TestPage.small)
            let frames = try await FrameDecoder.frames(of: video, as: .rgb24)
            var runs: [Int] = []
            var wasShown = false
            for frame in frames {
                let isShown = (16..<26).contains { frame.pixel($0, 40)[0] > 150 && frame.pixel($0, 40)[1] < 100 }
                if isShown == wasShown, !runs.isEmpty { runs[runs.count - 1] += 1 } else { runs.append(1) }
                wasShown = isShown
            }
            return runs
        }

        @Test(
            "The caret blinks every 0.6 s of the page's time", .full, arguments: [30, 60, 25],
            ["painted", "composited"])
        func caret(rate: Int, rendering: String) async throws {
            let runs = try await caret(["--fps", "\(rate)", "--rendering", rendering])
            #expect(runs.reduce(0, +) == rate * 24 / 10)
            #expect(runs.count == 5, "\(runs)")
            #expect(runs.dropFirst().dropLast().allSatisfy { $0 == rate * 6 / 10 }, "\(runs)")
        }

        @Test("In real time, the caret blinks as well", .full)
        func realCaret() async throws {
            let runs = try await caret(["--clock", "realtime"])
            #expect(runs.count >= 3, "\(runs)")
        }

        @Test("Recordings of a focused page are identical", .full, arguments: ["painted", "composited"])
        func identical(rendering: String) async throws {
            let page = try page("page.html", next: "send('start'); after(1500, () => send('stop'));")
            let steps = try folder.write("steps.yaml", "- {at: 0.5s, type: hello, into: '#field'}\n")
            var files: Set<Data> = []
            for _ in 1...3 {
                try await Pagereel.record(
                    page, to: output,
                    [
                        "--rendering", rendering, "--date", "2026-01-01T00:00:00Z", "--seed", "1", "--threads", "1",
                        "--do", steps, "--overwrite",
                    ] + TestPage.small)
                files.insert(try Data(contentsOf: URL(fileURLWithPath: output)))
            }
            #expect(files.count == 1)
        }
    }
}
