import Foundation
import Glibc
import Subprocess
import TestSupport
import Testing

extension CommandTests {
    /// `pagereel compose`: rendering timelines to files.
    @Suite("Composed timelines")
    struct Compose {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        private func compose(
            _ text: String, _ options: [String] = [], expecting exitCode: Int32 = 0,
            environment: [String: String] = [:],
            during body: (Recording) async throws -> Void = { _ in },
            sourceLocation: SourceLocation = #_sourceLocation
        ) async throws -> Pagereel.Outcome {
            let path = try folder.write("timeline.yaml", text)
            let outcome = try await Pagereel.run(
                ["compose", path] + options,
                environment: ["PATH": Pagereel.systemPath, "TMPDIR": folder.path].merging(environment) { $1 },
                during: body)
            #expect(outcome.exitCode == exitCode, "\(outcome.standardError)", sourceLocation: sourceLocation)
            return outcome
        }

        /// A blue video with a tone, a green picture, and two pages: a red one, and a transparent
        /// one with a white box.
        private func makeSources() async throws {
            try await Tool.run(
                "ffmpeg",
                ["-v", "error", "-f", "lavfi", "-i", "color=0x0000ff:s=320x180:r=30:d=1,format=bgr0"]
                    + ["-f", "lavfi", "-i", "sine=r=48000:d=1", "-c:v", "ffv1", folder.path("film.mkv")])
            try await Tool.run(
                "ffmpeg",
                ["-v", "error", "-f", "lavfi", "-i", "color=0x00ff00:s=320x180,format=rgb24", "-frames:v", "1"]
                    + [folder.path("still.png")])
            try folder.write("red.html", "<!doctype html><style>html { background: #f00 }</style>")
            try folder.write(
                "box.html",
                """
                <!doctype html><style>html { background: none }
                div { position: absolute; right: 0; bottom: 0; width: 40px; height: 20px; background: #fff }</style>
                <div></div>
                """)
        }

        private static let everything = """
            canvas: {width: 320, height: 180, fps: 30}
            video:
            - {title: {text: Report, size: 24, background: "#404040"}, duration: 1s, then: {type: fade, duration: 10f}}
            - {page: red.html, duration: 1s}
            - {src: film.mkv, then: {type: push, direction: left, duration: 10f}}
            - {src: still.png, for: 1s}
            overlays:
            - {page: {src: box.html, transparent: true}, duration: 0.5s}
            audio:
            - {src: \(Fixture.audio("loop.ogg")), loop: {crossfade: 50ms}, for: video, volume: -14dB, fade: [0.5s, 1s],
               duck: {ratio: 6}}
            outputs:
            - {file: exact.mkv, codec: ffv1}
            - {file: out.mp4}
            """

        @Test("The rendered timeline matches --explain")
        func everything() async throws {
            try await makeSources()
            let before = Set(folder.contents)
            let explained = try await compose(Self.everything, ["--explain", "--json"])
            let plan = try #require(
                JSONSerialization.jsonObject(with: Data(explained.standardOutput.utf8)) as? [String: Any])
            #expect(plan["frames"] as? Int == 100)
            #expect(plan["samples"] as? Int == 160_000)
            let clips = try #require(plan["video"] as? [[String: Any]])
            #expect(clips.map { $0["firstFrame"] as? Int } == [0, 20, 50, 70])
            #expect(clips.map { $0["lastFrame"] as? Int } == [29, 49, 79, 99])

            _ = try await compose(Self.everything)
            #expect(Set(folder.contents).subtracting(before) == ["exact.mkv", "out.mp4", "timeline.yaml"])
            let probe = try await Probe.read(folder.path("out.mp4"))
            #expect(try #require(probe.video).packetCount == 100)
            let sound = try #require(probe.audio)
            #expect(sound.timeBase == "1/48000")
            #expect(sound.durationTs == 160_000)

            let frames = try await FrameDecoder.frames(of: folder.path("exact.mkv"), as: .rgb24)
            try #require(frames.count == 100)
            func expect(
                _ frame: Int, _ x: Int, _ y: Int, _ color: [Int], sourceLocation: SourceLocation = #_sourceLocation
            ) {
                let shown = frames[frame].pixel(x, y)
                #expect(
                    zip(shown, color).allSatisfy { abs($0 - $1) <= 1 }, "\(shown), not \(color)",
                    sourceLocation: sourceLocation)
            }
            // The overlay, and the background where it is transparent.
            expect(0, 300, 170, [255, 255, 255])
            expect(14, 300, 170, [255, 255, 255])
            expect(15, 300, 170, [64, 64, 64])
            expect(0, 5, 5, [64, 64, 64])
            // The cross-dissolve: half a step from either end, and symmetric about its middle.
            for (step, part) in [(0, 0.05), (5, 0.55), (9, 0.95)] {
                let rest = Int((64 * (1 - part)).rounded())
                expect(20 + step, 5, 5, [Int((64 + 191 * part).rounded()), rest, rest])
            }
            expect(19, 5, 5, [64, 64, 64])
            expect(30, 5, 5, [255, 0, 0])
            expect(49, 5, 5, [255, 0, 0])
            expect(50, 5, 5, [0, 0, 255])
            // The push: the position of its edge in the first, a middle and the last frame.
            for (step, edge) in [(0, 304), (5, 144), (9, 16)] {
                expect(70 + step, edge - 2, 90, [0, 0, 255])
                expect(70 + step, edge + 1, 90, [0, 255, 0])
            }
            expect(69, 319, 90, [0, 0, 255])
            expect(80, 0, 90, [0, 255, 0])
        }

        @Test("A part has its frames and sounds; a preview is small and separate", .full)
        func parts() async throws {
            try await makeSources()
            let text = """
                canvas: {width: 1280, height: 720, fps: 30}
                video: [{src: film.mkv, frame: [50%, 0, 50%, 100%], fit: stretch}]
                outputs: [{file: out.mkv}, {file: p.png, at: 0s}]
                """
            _ = try await compose(text, ["-o", folder.path("part.mp4"), "--frames", "10..19"])
            let part = try await Probe.read(folder.path("part.mp4"))
            #expect(part.video?.packetCount == 10)
            #expect(part.audio?.durationTs == 16_000)
            for _ in 0..<2 { _ = try await compose(text, ["--preview"]) }
            #expect(folder.contains("out.preview.mkv"))
            #expect(!folder.contains("out.mkv"))
            let preview = try await FrameDecoder.frames(of: folder.path("p.preview.png"), as: .rgb24)
            #expect(preview.first.map { [$0.width, $0.height] } == [640, 360])
            #expect(preview.first?.pixel(318, 100) == [0, 0, 0])
            let blue = try #require(preview.first).pixel(322, 100)
            #expect(zip(blue, [0, 0, 255]).allSatisfy { abs($0 - $1) <= 1 }, "\(blue)")
        }

        @Test("start: signal begins a page's clip at its start signal")
        func startSignal() async throws {
            try folder.write(
                "page.html",
                TestPage.html(
                    script: "after(500, () => { document.body.style.background = '#0f0'; send('start'); });"))
            let outcome = try await compose(
                """
                canvas: {width: 320, height: 180, fps: 30}
                video: [{page: {src: page.html, start: signal}, duration: 0.2s}]
                outputs: [{file: out.mkv, codec: ffv1}]
                """)
            #expect(!outcome.standardError.contains("warning"), "\(outcome.standardError)")
            let frames = try await FrameDecoder.frames(of: folder.path("out.mkv"), as: .rgb24)
            #expect(frames.map { $0.pixel(5, 5) } == Array(repeating: [0, 255, 0], count: 6))
        }

        @Test("Each frame of a page's clip shows its own time", .full, arguments: ["30", "29.97"], [false, true])
        func everyFrame(rate: String, isReversed: Bool) async throws {
            let lengths = 1...7
            let page = Fixture.page("bar-code.html?signals=none")
            let clips = lengths.map { "- {page: '\(page)', for: \($0)f, reverse: \(isReversed)}" }
            _ = try await compose(
                """
                canvas: {width: 320, height: 180, fps: \(rate)}
                video:
                \(clips.joined(separator: "\n"))
                outputs: [{file: out.mkv, codec: ffv1}]
                """)
            var times = try await BarCode.times(of: folder.path("out.mkv"))
            let first = try #require(times.first ?? nil)
            for length in lengths {
                let clip = isReversed ? times.prefix(length).reversed() : Array(times.prefix(length))
                times.removeFirst(length)
                for (index, time) in clip.enumerated() {
                    let due = Double(first) + Double(index) * 1000 / (rate == "30" ? 30 : 30 / 1.001)
                    #expect(time.map { abs(Double($0) - due) <= 1 } == true, "\(length): \(clip)")
                }
            }
            #expect(times.isEmpty)
        }

        @Test("At a speed of 0, a film and a page show one picture, silently")
        func held() async throws {
            try await Tool.run(
                "ffmpeg",
                ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x180:r=30:d=1", "-f", "lavfi", "-i", "sine=d=1"]
                    + ["-c:v", "ffv1", "-g", "1", "-pix_fmt", "bgr0", "-c:a", "flac", folder.path("film.mkv")])
            let page = Fixture.page("bar-code.html?signals=none")
            _ = try await compose(
                """
                canvas: {width: 320, height: 180, fps: 30}
                video:
                - {src: film.mkv, in: 0.5s, speed: 0, for: 40f}
                - {src: film.mkv, in: 29f, speed: 0, reverse: true, for: 3f}
                - {page: '\(page)', in: 10f, speed: 0, for: 50f}
                - {page: '\(page)', for: 11f}
                outputs: [{file: out.mkv, codec: ffv1}]
                """)
            let frames = try await FrameDecoder.frames(of: folder.path("out.mkv"), as: .rgb24)
            let film = try await FrameDecoder.frames(of: folder.path("film.mkv"), as: .rgb24)
            try #require(frames.count == 104)
            #expect(frames[..<40].allSatisfy { $0.bytes == film[15].bytes })
            #expect(frames[40..<43].allSatisfy { $0.bytes == film[29].bytes })
            #expect(frames[43..<93].allSatisfy { $0.bytes == frames[103].bytes })
            #expect(try await Probe.read(folder.path("out.mkv")).audio == nil)
        }

        @Test("Live Photos and Motion Photos are made from a rendered timeline", .full)
        func photos() async throws {
            try await makeSources()
            _ = try await compose(
                """
                canvas: {width: 320, height: 180, fps: 30}
                video: [{src: film.mkv}]
                outputs:
                - {livephoto: IMG_1, from: 0.2s, for: 0.5s, still: 0.1s}
                - {motionphoto: IMG_2}
                """)
            #expect(folder.contains("IMG_1.JPG") && folder.contains("IMG_1.MOV") && folder.contains("IMG_2.MP.jpg"))
            let probe = try await Probe.read(folder.path("IMG_1.MOV"))
            #expect(probe.video?.packetCount == 15)
            #expect(!folder.contents.contains { $0.hasPrefix("pagereel-") })
            let taken = try await compose(
                """
                canvas: {width: 320, height: 180}
                video: [{src: film.mkv}]
                outputs: [{file: out.mp4}, {motionphoto: IMG_2}]
                """, expecting: 73)
            #expect(taken.standardError.contains("IMG_2.MP.jpg"))
            #expect(!folder.contains("out.mp4"))
        }

        @Test("A page's failure is reported as by record, and no file is written")
        func failures() async throws {
            try await makeSources()
            let before = Set(folder.contents).union(["timeline.yaml"])
            func timeline(_ page: String) -> String {
                """
                canvas: {width: 320, height: 180}
                video: [{\(page), duration: 0.5s}]
                outputs: [{file: out.mp4}]
                """
            }
            let refused = try await compose(
                timeline("page: http://127.0.0.1:9/"), ["--retry", "1", "--retry-delay", "0s"], expecting: 66)
            #expect(refused.standardError.contains("It was tried 2 times (--retry)."))
            #expect(
                refused.standardError.contains("yaml, line 2: The page http://127.0.0.1:9/ could not be recorded:"))
            #expect(Set(folder.contents) == before)
            try folder.write("out.mp4", Data("old".utf8))
            let taken = try await compose(timeline("page: red.html"), expecting: 73)
            #expect(taken.standardError.contains("--overwrite"))
            #expect(try folder.read("out.mp4") == Data("old".utf8))
        }

        @Test("Ctrl-C ends the page's recorder and leaves nothing: 130", .full)
        func interruption() async throws {
            try await makeSources()
            let before = Set(folder.contents).union(["timeline.yaml"])
            let outcome = try await compose(
                """
                canvas: {width: 320, height: 180}
                video: [{page: red.html, duration: 600s}]
                outputs: [{file: out.mp4}]
                """, expecting: 130
            ) { recording in
                try await recording.wait(for: "recording the page")
                try recording.send(.interrupt)
            }
            #expect(outcome.standardError.contains("stopped; nothing was written"))
            #expect(Set(folder.contents) == before)
        }

        @Test(
            "A second Ctrl-C and a kill leave no file of a page's recording and no process", .full,
            arguments: [SIGINT, SIGKILL])
        func endedAtOnce(signal: CInt) async throws {
            try await makeSources()
            let before = Set(folder.contents).union(["timeline.yaml"])
            let text = """
                canvas: {width: 320, height: 180}
                video: [{page: red.html, duration: 600s}]
                outputs: [{file: out.mp4}, {livephoto: IMG}]
                """
            let outcome = try await Pagereel.run(
                ["compose", try folder.write("timeline.yaml", text)],
                environment: ["PATH": Pagereel.systemPath, "TMPDIR": folder.path]
            ) { recording in
                try await recording.wait(for: "recording the page")
                try await Condition.wait(for: "the page") {
                    recording.descendants.contains { $0.name == "WebKitWebProces" }
                }
                kill(recording.processID, signal)
                kill(recording.processID, signal)
            }
            #expect(outcome.exitCode == 128 + signal, "\(outcome.standardError)")
            let sentences = outcome.standardError.split(separator: "\n").filter { $0.contains("nothing was written") }
            #expect(sentences.count == (signal == SIGINT ? 1 : 0), "\(outcome.standardError)")
            try await Condition.wait(for: "the end of every process") {
                ProcessTable().entries(withTemporaryFolder: folder.path).isEmpty
            }
            if signal == SIGKILL {
                // The next process removes folders that a killed one left.
                _ = try await compose(
                    """
                    canvas: {width: 64, height: 36}
                    video: [{page: red.html, duration: 0.1s}]
                    outputs: [{livephoto: IMG}]
                    """)
                for name in ["IMG.JPG", "IMG.MOV"] {
                    try FileManager.default.removeItem(atPath: folder.path(name))
                }
            }
            #expect(Set(folder.contents) == before)
        }

        @Test("Recording defaults do not apply to a timeline's pages", .full)
        func configuration() async throws {
            try await makeSources()
            let file = try folder.write(
                "config.yaml",
                "defaults: {keep: 3, lock: taken, on-finish: touch hooked, transparent: true, size: 64x64, retry: 1}")
            let outcome = try await compose(
                """
                canvas: {width: 320, height: 180}
                video: [{page: red.html, duration: 0.1s}]
                outputs: [{file: out.mp4}]
                """, environment: ["PAGEREEL_CONFIG": file])
            #expect(!outcome.standardError.contains("warning"), "\(outcome.standardError)")
            #expect(!folder.contains("hooked"))
            #expect(try await Probe.read(folder.path("out.mp4")).video?.packetCount == 3)
        }
    }
}
