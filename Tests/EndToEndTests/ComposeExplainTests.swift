import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// `pagereel compose --explain`: the frames and samples of a timeline.
    @Suite("Explained timelines")
    struct ComposeExplain {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// Two seconds of video stored sideways, with sound, and a photo with an EXIF orientation.
        private func makeSources() async throws {
            let film = ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=30:d=2", "-f", "lavfi", "-i", "sine=r=48000:d=2"]
            try await Tool.run("ffmpeg", ["-v", "error"] + film + ["-c:a", "aac", folder.path("flat.mp4")])
            try TurnedMovie.write(folder.path("film.mp4"), of: folder.path("flat.mp4"), quarters: 1)
            try await Tool.run(
                "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "color=s=64x48", "-frames:v", "1", folder.path("p.jpg")])
            var photograph = try folder.read("p.jpg")
            // An EXIF segment with one entry: Orientation 6, a rotation by 90 degrees (CIPA DC-008,
            // 4.6.4).
            let exif: [UInt8] =
                [0xff, 0xe1, 0, 34] + Array("Exif\0\0MM\0\u{2a}\0\0\0\u{8}".utf8) + [0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1]
                + [0, 6, 0, 0, 0, 0, 0, 0]
            photograph.insert(contentsOf: exif, at: 2)
            try folder.write("photograph.jpg", photograph)
        }

        private func explain(
            _ text: String, _ options: [String] = [], expecting exitCode: Int32 = 0,
            sourceLocation: SourceLocation = #_sourceLocation
        ) async throws -> Pagereel.Outcome {
            let path = try folder.write("timeline.yaml", text)
            let outcome = try await Pagereel.run(["compose", path, "--explain"] + options)
            #expect(outcome.exitCode == exitCode, "\(outcome.standardError)", sourceLocation: sourceLocation)
            return outcome
        }

        @Test("Files determine lengths, sizes and sounds")
        func sources() async throws {
            try await makeSources()
            let text = """
                canvas: {width: 320, height: 180, fps: 30}
                video:
                - {src: film.mp4, then: {type: fade, duration: 0.5s}}
                - {src: \(Fixture.file("video/frame-numbers.webm"))}
                overlays:
                - {src: film.mp4, audio: off}
                - {src: photograph.jpg, at: 1s, for: 1s, anchor: top-left}
                - {src: \(Fixture.file("images/frame-numbers.gif")), anchor: bottom-right}
                audio:
                - {src: \(Fixture.audio("loop.ogg")), loop: {crossfade: 50ms}, for: video}
                outputs:
                - {file: out.mp4}
                - {file: out.gif, width: 160, fps: 12}
                """
            let outcome = try await explain(text, ["--json"])
            let plan = try JSONDecoder().decode(Plan.self, from: Data(outcome.standardOutput.utf8))
            // 275 frames of 1/25 s are 330 of 1/30 s.
            #expect(plan.video.map(\.firstFrame) == [0, 45])
            #expect(plan.video.map(\.lastFrame) == [59, 374])
            #expect(plan.video[0].transition == Plan.Joint(type: "fade", firstFrame: 45, frames: 15))
            #expect((plan.frames, plan.samples) == (375, 600_000))
            #expect(plan.overlays.map(\.kind) == ["video", "still", "video"])
            #expect(plan.overlays[0].frame == [136, 58, 48, 64])
            #expect(plan.overlays[1].frame == [0, 0, 48, 64])
            #expect(plan.overlays[1].firstFrame == 30)
            #expect(plan.audio.map(\.samples) == [96_000, 600_000])
            #expect(plan.audio[0].fadeOut == 24_000)
            #expect(plan.audio[1].loopCrossfade == 2400)
            #expect(plan.outputs.map(\.path) == [folder.path("out.mp4"), folder.path("out.gif")])
            #expect(plan.outputs.map(\.height) == [180, 90])
            #expect(!folder.contains("out.mp4"))
            let page = try String(
                contentsOf: Fixture.repository.appendingPathComponent("docs/compose.md"), encoding: .utf8)
            for key in keys(of: try JSONSerialization.jsonObject(with: Data(outcome.standardOutput.utf8))) {
                #expect(page.contains("`\(key)`"), "\(key) is not documented")
            }
        }

        /// All keys in a JSON value.
        private func keys(of value: Any) -> Set<String> {
            if let list = value as? [Any] { return list.reduce(into: []) { $0.formUnion(keys(of: $1)) } }
            guard let object = value as? [String: Any] else { return [] }
            return object.reduce(into: Set(object.keys)) { $0.formUnion(keys(of: $1.value)) }
        }

        private struct Plan: Decodable {
            struct Clip: Decodable {
                let kind: String
                let firstFrame: Int
                let lastFrame: Int
                let frame: [Int]
                let transition: Joint?
            }

            struct Joint: Decodable, Equatable {
                let type: String
                let firstFrame: Int
                let frames: Int
            }

            struct Sound: Decodable {
                let samples: Int
                let fadeOut: Int
                let loopCrossfade: Int
            }

            struct Output: Decodable {
                let path: String
                let height: Int
                let frames: [Int]
            }

            let frames: Int
            let samples: Int
            let video: [Clip]
            let overlays: [Clip]
            let audio: [Sound]
            let outputs: [Output]
        }

        @Test("A GIF with one picture is a still")
        func onePicture() async throws {
            try await Tool.run(
                "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "color=s=64x48", "-frames:v", "1", folder.path("a.gif")])
            let outcome = try await explain("video:\n- {src: a.gif, for: 2s}", ["--json"])
            let plan = try JSONDecoder().decode(Plan.self, from: Data(outcome.standardOutput.utf8))
            #expect(plan.video.map(\.kind) == ["still"])
            #expect(plan.frames == 60)
        }

        @Test("The tables show the plan, and -o replaces the outputs")
        func tables() async throws {
            let text = """
                canvas: {width: 320, height: 180, fps: 29.97}
                video:
                - {title: 年度报告, for: 2s, then: {type: fade-black, duration: 10f}}
                - {page: {src: "https://example.com/", options: {dark: true, language: [zh-CN]}}, duration: 45f}
                outputs:
                - {file: out.mp4}
                """
            let outcome = try await explain(
                text, ["-o", "a.webm", "-o", "p.png", "-o", "e.otio", "--at", "30f", "--frames", "10..19"])
            let warnings = outcome.standardError.split(separator: "\n").filter { $0.contains("--frames") }
            #expect(warnings.count == 1 && warnings[0].contains("--frames does not apply to "), "\(warnings)")
            #expect(warnings[0].contains("e.otio, which"))
            let lines = outcome.standardOutput.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(
                lines.map(String.init) == [
                    "320x180, 30000/1001 fps, background #000000: 95 frames, 3.170 s, 152152 samples",
                    "",
                    "video                 kind   first  last  frames  source            transition",
                    "年度报告              title      0    59      60  -                 fade-black, 10 frames (50..59)",
                    "https://example.com/  page      50    94      45  0.000 s..1.468 s  -",
                    "",
                    "outputs  kind         size     fps         frames  pictures",
                    "a.webm   movie        320x180  30000/1001  10..19  encoded",
                    "p.png    still        320x180  30000/1001  30      encoded",
                    "e.otio   interchange  320x180  30000/1001  0..94   -",
                    "",
                ])
        }

        @Test("Errors name the file and the line")
        func mistakes() async throws {
            let mistake = try await explain("video:\n- {page: \"https://a/\", for: 1s}\n- {scr: a.mp4}", expecting: 65)
            #expect(
                mistake.standardError
                    == "pagereel: error: \(folder.path("timeline.yaml")), line 3, column 4: A clip has no key 'scr'. Did you mean src?\n"
            )
            let option = try await explain(
                "video:\n- page: {src: \"https://a/\", options: {drak: true}}\n  for: 1s", expecting: 65)
            #expect(option.standardError.contains("There is no option 'drak'. Did you mean dark?"))
            let missing = try await explain("video:\n\n- {src: a.mp4}", expecting: 65)
            #expect(
                missing.standardError.contains(", column 4: '\(folder.path("a.mp4"))' cannot be used: No such file"))
            let frames = try await explain("video: [{color: black, for: 10f}]", ["--frames", "5..10"], expecting: 64)
            #expect(frames.standardError.contains("--frames ends with frame 10, and the timeline with frame 9."))
            let none = try await Pagereel.run(["compose", folder.path("none.yaml"), "--explain"])
            #expect(none.exitCode == 65)
            #expect(none.standardError.contains("The timeline \(folder.path("none.yaml")) cannot be read"))
        }
    }
}
