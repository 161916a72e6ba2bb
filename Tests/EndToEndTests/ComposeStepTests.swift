import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// Steps on the pages of a timeline.
    @Suite("Steps in a timeline")
    struct ComposeSteps {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            try folder.write(
                "page.html",
                TestPage.html(
                    body: "<button id=red>Red</button><button id=lime>Lime</button>",
                    script: """
                        for (const button of document.querySelectorAll('button'))
                            button.onclick = () => document.body.style.background = button.id;
                        """))
            _ = try folder.makeFolder("steps")
            try folder.write("steps/tour.yaml", "vars: {color: red}\nsteps: [{at: 0.5s, click: '#{{color}}'}]\n")
        }

        private func compose(_ page: String) async throws -> Pagereel.Outcome {
            let timeline = try folder.write(
                "film.yaml",
                """
                canvas: {width: 320, height: 180, fps: 30}
                video: [{page: {src: page.html, \(page)}, duration: 1s}]
                outputs: [{file: film.mkv, codec: ffv1}]
                """)
            return try await Pagereel.run(["compose", timeline, "--overwrite"])
        }

        private func compose(timeline: String) async throws -> Pagereel.Outcome {
            try await Pagereel.run(["compose", folder.write("film.yaml", timeline), "--overwrite"])
        }

        private func colors() async throws -> [[Int]] {
            let frames = try await FrameDecoder.frames(of: folder.path("film.mkv"), as: .rgb24)
            #expect(frames.count == 30)
            return [frames[0], frames[29]].map { $0.pixel(300, 170) }
        }

        @Test("A page performs the steps of a file beside the timeline, with its variables")
        func steps() async throws {
            let outcome = try await compose("do: steps/tour.yaml")
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            #expect(try await colors() == [[0x12, 0x34, 0x56], [255, 0, 0]])
            let other = try await compose("do: steps/tour.yaml, vars: {color: lime}")
            #expect(other.exitCode == 0, "\(other.standardError)")
            #expect(try await colors() == [[0x12, 0x34, 0x56], [0, 255, 0]])
        }

        @Test("A page performs steps that the timeline itself contains, with paths that count from its folder")
        func inline() async throws {
            let outcome = try await compose("do: [{at: 0.5s, click: {role: button, name: Lime}}]")
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            #expect(try await colors() == [[0x12, 0x34, 0x56], [0, 255, 0]])
            let block = try await compose(
                timeline: """
                    canvas: {width: 320, height: 180, fps: 30}
                    video:
                    - page:
                        src: page.html
                        vars: {name: lime}
                        options: {show-pointer: false}
                        do:
                        - {at: 0.3s, click: '#{{name}}'}
                        - include: steps/tour.yaml
                          with: {color: red}
                      duration: 1s
                    outputs: [{file: film.mkv, codec: ffv1}]
                    """)
            #expect(block.exitCode == 0, "\(block.standardError)")
            #expect(try await colors() == [[0x12, 0x34, 0x56], [255, 0, 0]])
        }

        @Test("The timeline's steps can be a whole file of steps, with its pointer and variables", .full)
        func inlineFile() async throws {
            let plain = try await compose("do: [{at: 0.5s, click: '#red'}]")
            #expect(plain.exitCode == 0, "\(plain.standardError)")
            let without = try await FrameDecoder.frames(of: folder.path("film.mkv"), as: .rgb24)
            let outcome = try await compose(
                "do: {pointer: true, vars: {color: red}, folder: steps, steps: [{at: 0.2s, include: tour.yaml}]}")
            #expect(
                outcome.exitCode == 65
                    && outcome.standardError.contains("film.yaml, line 2, column 107: include: has no time"))
            let pointer = try await compose("do: {pointer: true, folder: steps, steps: [{include: tour.yaml}]}")
            #expect(pointer.exitCode == 0, "\(pointer.standardError)")
            let with = try await FrameDecoder.frames(of: folder.path("film.mkv"), as: .rgb24)
            #expect(with.count == without.count)
            #expect(!zip(with, without).allSatisfy { $0.bytes.elementsEqual($1.bytes) }, "the pointer is shown")
        }

        @Test("A page that stops before its clip ends holds its last frame, and a warning says so")
        func stopped() async throws {
            let outcome = try await compose("do: [{click: '#red'}, {wait: 200ms}, {stop: }]")
            #expect(outcome.exitCode == 0)
            let words = "s of the 1 s that its clip needs, so its last frame is held"
            #expect(outcome.standardError.contains(words), "\(outcome.standardError)")
            #expect(try await colors() == [[0x12, 0x34, 0x56], [255, 0, 0]])
        }

        @Test("Captions of steps begin with the frame of their step")
        func captions() async throws {
            let timeline = try folder.write(
                "film.yaml",
                """
                canvas: {width: 320, height: 180, fps: 25}
                video: [{page: {src: page.html, start: load, do: [{wait: 519ms}, {caption: One, for: 240ms}]}, duration: 1s}]
                subtitles: [{captions: en}]
                outputs: [{file: film.srt}, {file: film.mkv}]
                """)
            let outcome = try await Pagereel.run(["compose", timeline])
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            let times = try #require(String(bytes: folder.read("film.srt"), encoding: .utf8)).split(separator: "\n")[1]
            let match = try #require(times.wholeMatch(of: /00:00:00,(\d{3}) --> 00:00:00,(\d{3})/), "\(times)")
            let (start, end) = (Int(match.1) ?? 0, Int(match.2) ?? 0)
            // A frame lasts 40 ms.
            #expect(start > 400 && start % 40 == 0 && end == start + 240, "\(times)")
        }

        @Test("A step that is not done is a warning and status 1, and the film is written", .full)
        func missed() async throws {
            for (color, words) in [("none", "Nothing in the page matches #none."), ("red", "was not reached")] {
                if color == "red" {
                    try folder.write("steps/tour.yaml", "vars: {color: red}\nsteps: [{at: 5s, click: '#{{color}}'}]\n")
                }
                let outcome = try await compose("do: steps/tour.yaml, vars: {color: \(color)}")
                #expect(outcome.exitCode == 1, "\(outcome.standardError)")
                #expect(outcome.standardError.contains("warning: ") && outcome.standardError.contains(words))
                #expect(try await colors() == [[0x12, 0x34, 0x56], [0x12, 0x34, 0x56]])
            }
        }

        @Test("Mistakes are refused with their line", .full)
        func refused() async throws {
            for (page, words) in [
                ("vars: {a: b}", "or name their file, with do:"),
                ("do: [{clik: '#red'}]", "film.yaml, line 2, column 39: There is no step 'clik'"),
                ("do: [{clik: '#red'}]", "Did you mean click?"),
                (
                    "do: [{click: '#{{colr}}'}], vars: {color: red}",
                    "film.yaml, line 2, column 46: There is no variable 'colr'"
                ),
                (
                    "do: {vars: {a: b}, steps: []}, vars: {a: b}",
                    "film.yaml, line 2, column 64: The steps of do: have vars:"
                ),
                ("do: {stps: []}", "film.yaml, line 2, column 38: A file of steps has no 'stps'"),
                ("do: [{include: none.yaml}]", "film.yaml, line 2, column "),
                ("do: [{screenshot: x}]", "take no pictures"),
                ("do: steps/none.yaml", "steps/none.yaml"),
            ] {
                let outcome = try await compose(page)
                #expect(outcome.exitCode != 0 && outcome.standardError.contains(words), "\(outcome.standardError)")
                #expect(!folder.contains("film.mkv"))
            }
            let block = try await compose(
                timeline: """
                    video:
                    - page:
                        src: page.html
                        do:
                        - click: '#red'
                        - wait:
                            css: '#lime'
                            stat: hidden
                    outputs: [{file: film.mkv}]
                    """)
            #expect(block.exitCode == 65, "\(block.standardError)")
            let words = "film.yaml, line 8, column 9: An element has no 'stat'"
            #expect(block.standardError.contains(words), "\(block.standardError)")
            let misplaced = try await compose(
                timeline: "video: [{page: page.html, duration: 1s, do: steps/tour.yaml}]\noutputs: [{file: film.mkv}]")
            let advice = "A clip has no key 'do'. It belongs to a page: write page: {src: page.html, do: …}."
            #expect(misplaced.exitCode == 65 && misplaced.standardError.contains(advice), "\(misplaced.standardError)")
            try folder.write("steps/tour.yaml", "- screenshot: x\n")
            let outcome = try await compose("do: steps/tour.yaml")
            #expect(outcome.exitCode != 0 && outcome.standardError.contains("take no pictures of their steps"))
        }
    }
}
