import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// How video and sound are encoded, read back by ffprobe.
    @Suite("Encoding")
    struct Encoding {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        private func sound() async throws -> String {
            let sound = folder.path("sound.wav")
            try await Tool.run("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "sine=duration=0.4", sound])
            return sound
        }

        @Test("All settings are in the file, and show prints the command that repeats them")
        func record() async throws {
            let page = try folder.write("page.html", TestPage.timed(1000))
            let output = folder.path("a.mp4")
            let options = [
                "--keyframe-interval", "10", "--codec-profile", "high422", "--level", "4.1", "--pixel-format",
                "yuv422p10", "--tune", "stillimage", "--max-bitrate", "2000000", "--buffer-size", "3000000",
                "--pixel-aspect", "4:3", "--video-size", "160x90", "--bits-per-pixel", "0.2",
            ]
            let sounds = ["--audio-rate", "44100", "--audio-channels", "1"]
            let summary = try await Pagereel.record(
                page, to: output,
                TestPage.small + options + ["--audio", try await sound()] + sounds)
            #expect(summary.width == 160 && summary.height == 90 && !summary.padded)
            #expect(summary.warnings == [])
            let probe = try await Probe.read(output)
            let video = try #require(probe.video)
            #expect(video.profile == "High 4:2:2")
            #expect(video.level == 41)
            #expect(video.pixFmt == "yuv422p10le")
            #expect(video.sampleAspectRatio == "4:3")
            #expect(video.width == 160 && video.height == 90)
            #expect(try await VideoPackets(of: output).longestGroup == 10)
            let audio = try #require(probe.audio)
            #expect(audio.sampleRate == "44100" && audio.channels == 1)
            #expect(summary.sound?.sampleRate == 44_100 && summary.sound?.channels == 1)
            #expect(summary.sound?.samples == summary.frames * 1470)
            let shown = try await Pagereel.run(["show", output]).standardOutput
            let given = options + sounds
            for (name, value) in zip(given, given.dropFirst()) where name.hasPrefix("--") {
                #expect(shown.contains("\(name) \(value)"), "\(name) \(value)\n\(shown)")
            }
        }

        @Test(
            "What does not go together is refused with what would: 64", .full,
            arguments: [
                (["--codec-profile", "baseline", "--pixel-format", "yuv444p"], "profiles for yuv444p: high444"),
                (["--level", "1.1"], "lowest level that holds is 1.3"),
                (["--tune", "screen"], "only film, animation, grain"),
                (["--codec", "av1", "--encoder", "libsvtav1", "--pixel-format", "yuv422p"], "--encoder libaom-av1"),
                (["--buffer-size", "1M"], "buffer-size needs max-bitrate"),
                (["--pixel-format", "yuv444p", "--live-photo", "IMG"], "--pixel-format yuv420p"),
                (["--quality", "3", "--bits-per-pixel", "1"], "cannot be combined"),
            ])
        func refusals(options: [String], words: String) async throws {
            let page = try folder.write("page.html", TestPage.timed(200))
            let outcome = try await Pagereel.run(
                ["record", page, "-o", folder.path("a.mp4")] + TestPage.small + options)
            #expect(outcome.exitCode == 64)
            #expect(outcome.standardError.contains(words), "\(outcome.standardError)")
            #expect(folder.contents == ["page.html"])
        }

        @Test("A level that pictures are too large for is refused before anything is written", .full)
        func images() async throws {
            let picture = folder.path("a.png")
            try await Tool.run(
                "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "color=red:size=1280x720", "-frames:v", "1", picture])
            let level = try await Pagereel.run(["images", picture, "-o", folder.path("a.mp4"), "--level", "3"])
            #expect(level.exitCode == 64, "\(level.standardError)")
            #expect(level.standardError.contains("lowest level that holds is 3.1"), "\(level.standardError)")
            #expect(folder.contents == ["a.png"])
            let options = ["--level", "3", "--video-size", "640x360", "--keyframe-interval", "5"]
            let smaller = try await Pagereel.run(
                ["images", picture, "-o", folder.path("a.mp4"), "--each", "1s"] + options)
            #expect(smaller.exitCode == 0, "\(smaller.standardError)")
            let video = try #require(try await Probe.read(folder.path("a.mp4")).video)
            #expect(video.width == 640 && video.height == 360 && video.level == 30)
            #expect(try await VideoPackets(of: folder.path("a.mp4")).longestGroup == 5)
        }

        @Test("Outputs of a timeline have settings of their own", .full)
        func compose() async throws {
            let sound = try await sound()
            let timeline = try folder.write(
                "timeline.yaml",
                """
                canvas: {width: 320, height: 180, fps: 30}
                video: [{color: '#ff0000', for: 1s}]
                audio: [{src: \(sound)}]
                outputs:
                - file: a.mp4
                  codec-profile: baseline
                  level: 3
                  keyframe-interval: 0.5s
                  pixel-aspect: 4:3
                  max-bitrate: 1M
                  tune: film
                  audio-rate: 22050
                  audio-channels: 1
                - {file: b.webm, pixel-format: yuv444p, bits-per-pixel: 0.1, audio-rate: 24000}
                """)
            let outcome = try await Pagereel.run(["compose", timeline])
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            let first = try await Probe.read(folder.path("a.mp4"))
            let video = try #require(first.video)
            #expect(video.profile == "Constrained Baseline" && video.level == 30)
            #expect(video.sampleAspectRatio == "4:3")
            #expect(first.audio?.sampleRate == "22050" && first.audio?.channels == 1)
            #expect(try await VideoPackets(of: folder.path("a.mp4")).longestGroup == 15)
            let second = try await Probe.read(folder.path("b.webm"))
            #expect(second.video?.profile == "Profile 1" && second.video?.pixFmt == "yuv444p")
        }

        @Test(
            "A timeline's settings that do not go together are refused with their line",
            arguments: [
                ("{file: a.mp4, codec-profile: main, pixel-format: yuv444p}", "high444"),
                ("{file: a.mp4, quality: 3, bitrate: 1M}", "cannot be combined"),
                ("{file: a.gif, keyframe-interval: 2s}", "keyframe-interval is a setting of videos"),
                ("{file: a.webm, audio-rate: 44100}", "8000, 12000, 16000, 24000, 48000"),
                ("{file: a.mp4, level: 1}", "lowest level that holds is 1.3"),
            ])
        func composeRefusals(output: String, words: String) async throws {
            let timeline = try folder.write(
                "timeline.yaml",
                "canvas: {width: 320, height: 180, fps: 30}\nvideo: [{color: '#ff0000', for: 1s}]\noutputs:\n- \(output)"
            )
            let outcome = try await Pagereel.run(["compose", timeline])
            #expect(outcome.exitCode == 65)
            #expect(outcome.standardError.contains("line 4, column "), "\(outcome.standardError)")
            #expect(outcome.standardError.contains(words), "\(outcome.standardError)")
            #expect(folder.contents == ["timeline.yaml"])
        }
    }
}
