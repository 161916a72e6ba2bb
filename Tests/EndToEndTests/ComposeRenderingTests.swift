import Foundation
import Subprocess
import TestSupport
import Testing

extension CommandTests {
    /// `pagereel compose`: a timeline as files.
    @Suite("Rendered timelines")
    struct ComposeRendering {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// What `--explain --json` says beforehand, and `--json` afterwards.
        private struct Report: Decodable {
            struct Output: Decodable {
                let path: String
            }
            let frames: Int
            let samples: Int
            let outputs: [Output]
        }

        private func compose(
            _ text: String, _ options: [String] = [], expecting exitCode: Int32 = 0,
            sourceLocation: SourceLocation = #_sourceLocation, during body: (Recording) async throws -> Void = { _ in }
        ) async throws -> Pagereel.Outcome {
            let path = try folder.write("timeline.yaml", text)
            let outcome = try await Pagereel.run(["compose", path] + options, during: body)
            #expect(outcome.exitCode == exitCode, "\(outcome.standardError)", sourceLocation: sourceLocation)
            return outcome
        }

        /// A blue film with a tone, a red picture, a white page and a tone as music.
        private func makeSources() async throws {
            let film = ["-f", "lavfi", "-i", "color=0x0000ff:s=160x90:r=10:d=2", "-f", "lavfi", "-i", "sine=d=2"]
            try await Tool.run("ffmpeg", ["-v", "error"] + film + ["-c:a", "aac", folder.path("film.mp4")])
            let red = ["-f", "lavfi", "-i", "color=0xff0000:s=160x90,format=rgb24", "-frames:v", "1"]
            try await Tool.run("ffmpeg", ["-v", "error"] + red + [folder.path("red.png")])
            try await Tool.run(
                "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "sine=frequency=220:d=1.3", folder.path("music.flac")])
            try folder.write("page.html", "<!doctype html><body style='margin:0;background:#fff'>")
        }

        @Test("A title, a page, a film and a still become exactly the frames and samples that are explained")
        func everything() async throws {
            try await makeSources()
            let text = """
                canvas: {width: 160, height: 90, fps: 10, background: "#404040"}
                video:
                - {title: {text: Ä 漢字, size: 40%}, for: 1s, then: {type: fade, duration: 0.4s}}
                - {page: page.html, for: 1s, then: {type: push, direction: left, duration: 0.4s}}
                - {src: film.mp4}
                - {src: red.png, for: 1s}
                overlays:
                - {color: "#00ff00", frame: [140, 70, 20, 20], for: end}
                audio:
                - {src: music.flac, loop: {crossfade: 50ms}, for: video, volume: -6dB, fade: [0.5s, 1s], duck: true}
                outputs:
                - {file: out.mp4}
                - {file: out.gif, width: 80}
                - {file: last.png, at: 41f}
                """
            let explained = try JSONDecoder().decode(
                Report.self, from: Data(try await compose(text, ["--explain", "--json"]).standardOutput.utf8))
            #expect((explained.frames, explained.samples) == (42, 201_600))
            let made = try JSONDecoder().decode(
                Report.self, from: Data(try await compose(text, ["--json"]).standardOutput.utf8))
            #expect(made.outputs.map(\.path) == explained.outputs.map(\.path))

            let probe = try await Probe.read(folder.path("out.mp4"))
            #expect(probe.video?.packetCount == explained.frames)
            #expect(probe.audio?.durationTs == explained.samples)
            let frames = try await FrameDecoder.frames(of: folder.path("out.mp4"), as: .rgb24)
            func expect(_ color: [Int], _ frame: Int, x: Int = 20, y: Int = 10) {
                let mean = frames[frame].mean(x: x - 4, y: y - 4, width: 8, height: 8)
                #expect(zip(mean, color).allSatisfy { abs($0 - $1) <= 8 }, "\(frame): \(mean), not \(color)")
            }
            // The title's background, half-way to the page, the page; the film comes in from the right.
            expect([64, 64, 64], 5)
            expect([255, 255, 255], 11)
            expect([255, 255, 255], 12)
            expect([0, 0, 255], 15, x: 130)
            expect([0, 0, 255], 16)
            expect([0, 0, 255], 31)
            expect([255, 0, 0], 32)
            expect([255, 0, 0], 41)
            for frame in [0, 14, 41] { expect([0, 255, 0], frame, x: 150, y: 80) }
            #expect(try await VideoPackets(of: folder.path("out.gif")).packets.count == 42)
            let last = try await FrameDecoder.frames(of: folder.path("last.png"), as: .rgb24)
            #expect(last.map { $0.pixel(20, 10) } == [[255, 0, 0]])
        }

        @Test("A part of the frames is written with its sound, in place of the outputs of the description")
        func part() async throws {
            let text = """
                canvas: {width: 64, height: 48, fps: 30}
                video: [{color: "#f00", for: 1s}, {color: "#00f", for: 1s}]
                audio: [{src: "\(Fixture.audio("loop.ogg"))", for: video, loop: true}]
                outputs: [{file: whole.mp4}]
                """
            _ = try await compose(text, ["--frames", "25..34", "-o", folder.path("part.mkv")])
            #expect(folder.contents == ["part.mkv", "timeline.yaml"])
            let frames = try await FrameDecoder.frames(of: folder.path("part.mkv"), as: .rgb24)
            #expect(frames.map { $0.pixel(20, 20)[0] > 128 } == (25...34).map { $0 < 30 })
            #expect(try await Probe.read(folder.path("part.mkv")).audio != nil)
        }

        @Test("Ctrl-C leaves nothing but what was there before: 130")
        func interrupted() async throws {
            try folder.write("out.mp4", "old")
            let text = """
                canvas: {width: 320, height: 180, fps: 60}
                video: [{color: "#f00", for: 10m, motion: {zoom: [0.2, 0.9]}}]
                outputs: [{file: out.mp4}, {file: out.gif}, {file: "frames/%05d.png"}]
                """
            let outcome = try await compose(text, ["--overwrite"], expecting: 130) { run in
                try await run.wait(for: "composing")
                try run.send(.interrupt)
            }
            #expect(outcome.standardOutput.isEmpty)
            #expect(folder.contents == ["out.mp4", "timeline.yaml"])
            #expect(try folder.read("out.mp4") == Data("old".utf8))
        }

        @Test("A disk that becomes full leaves what was there before: 74", .enabled(if: SmallDisk.isAvailable))
        func fullDisk() async throws {
            let disk = try folder.makeFolder("disk")
            try await SmallDisk.mounted(at: disk, kilobytes: 64) { _ in
                try folder.write("disk/out.mp4", "old")
                let text = """
                    canvas: {width: 320, height: 180, fps: 30}
                    video: [{color: "#f00", for: 1s}]
                    outputs: [{file: disk/out.mp4}, {file: "disk/frames/%05d.png"}]
                    """
                let outcome = try await compose(text, ["--overwrite"], expecting: 74)
                #expect(outcome.standardError.contains("The disk is full"))
                #expect(folder.contents == ["disk/", "disk/out.mp4", "timeline.yaml"])
            }
        }
    }
}
