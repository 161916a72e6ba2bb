import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// The soundtrack under the video.
    @Suite("Sound")
    struct Sound {
        private let folder: TemporaryFolder
        private let output: String
        private let page: String
        /// Options for a long sound under few pictures.
        private static let fewFrames = TestPage.small + ["--fps", "10"]

        init() throws {
            folder = try TemporaryFolder()
            output = folder.path("out.mp4")
            page = try folder.write("page.html", TestPage.endless)
        }

        /// Creates a sound with ffmpeg; the extension determines the format.
        private func makeSound(_ name: String, seconds: Double = 0.2, source: String? = nil) async throws -> String {
            let path = folder.path(name)
            let source = source ?? "sine=frequency=440:sample_rate=44100:duration=\(seconds)"
            try await Tool.run("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", source, path])
            return path
        }

        @Test(
            "Every format is looped to exactly the video's length", .full,
            arguments: ["a.wav", "a.mp3", "a.m4a", "a.ogg", "a.opus", "a.flac", "a.aac"])
        func formats(name: String) async throws {
            let sound = try await makeSound(name)
            let summary = try await Pagereel.record(
                page, to: output, TestPage.small + ["--duration", "500ms", "--audio", sound])
            let probe = try await Probe.read(output)
            let audio = try #require(probe.audio)
            #expect(audio.codecName == "aac")
            #expect(audio.sampleRate == "48000")
            #expect(audio.channels == 2)
            // 24,000 samples, to within one AAC frame of 1024.
            #expect(abs((audio.durationTs ?? 0) - 24_000) <= 1024)
            #expect(audio.timeBase == "1/48000")
            let video = try #require(probe.video)
            #expect(abs(audio.seconds - video.seconds) <= 1024.0 / 48_000)
            let description = try #require(summary.sound)
            #expect(description.file == sound)
            #expect(description.codec == "aac")
            #expect(description.sampleRate == 48_000)
            #expect(description.channels == 2)
            #expect(description.samples == 24_000)
            #expect(description.loops >= 2)
            #expect(!summary.warnings.contains { $0.contains("damaged") })
            #expect(MovieBoxes(of: try folder.read("out.mp4")).isFastStart)
        }

        @Test("The loop has no gap: a tone stays a tone")
        func seamless() async throws {
            // 480 Hz is 100 samples a period at 48 kHz, so 19,200 samples hold 192 periods.
            let sound = try await makeSound("loop.wav", source: "sine=frequency=480:sample_rate=48000:duration=0.4")
            try await Pagereel.record(page, to: output, Self.fewFrames + ["--duration", "2s", "--audio", sound])
            let track = try await SoundTrack(of: output)
            let whole = track.level(0.1..<1.9)
            #expect(whole > 0.05)
            for step in 1..<190 {
                let part = track.level(Double(step) * 0.01..<Double(step + 1) * 0.01)
                #expect(abs(part - whole) < whole * 0.1, "at \(step * 10) ms: \(part) instead of \(whole)")
            }
        }

        @Test("Lossless sound is the soundtrack, sample by sample", arguments: [("mkv", "flac"), ("mov", "pcm")])
        func lossless(ending: String, codec: String) async throws {
            // 16 bits fit into 24.
            let sound = try await makeSound("noise.wav", source: "anoisesrc=r=48000:d=0.25:seed=5:a=0.5")
            let path = folder.path("out.\(ending)")
            let summary = try await Pagereel.record(
                page, to: path, Self.fewFrames + ["--duration", "1s", "--audio", sound, "--audio-codec", codec])
            #expect(summary.sound?.codec == codec)
            func samples(_ file: String, _ count: Int) async throws -> [UInt8] {
                try await Tool.run(
                    "ffmpeg",
                    [
                        "-v", "error", "-stream_loop", count == 1 ? "0" : "3", "-i", file, "-map", "0:a", "-f", "s24le",
                        "-ac", "1", "-",
                    ])
            }
            let (heard, wanted) = (try await samples(path, 1), try await samples(sound, 4))
            #expect(heard.count == 3 * 48_000)
            #expect(heard == wanted)
        }

        @Test(
            "Codecs that a file cannot hold, and options of videos for sound alone, are refused",
            arguments: [
                (
                    "out.mp4", ["--audio-codec", "flac"],
                    "cannot contain sound in FLAC, only AAC (aac). For FLAC, name the output .mkv."
                ), ("out.webm", ["--audio-codec", "aac"], "cannot contain sound in AAC, only Opus (opus)."),
                ("out.wav", ["--quality", "20", "--captions", "en"], "Leave out --quality and --captions"),
                ("out.flac", ["--audio-codec", "aac"], "contains sound in FLAC. Leave out --audio-codec."),
                ("out.opus", ["--audio-rate", "44100"], "has no sample rate of 44100 Hz"),
                ("out.mp3", ["--page-audio", "off"], "the page's sound is off and there is no soundtrack."),
            ])
        func refused(name: String, options: [String], reason: String) async throws {
            let run = try await Pagereel.run(["record", page, "-o", folder.path(name), "--duration", "1s"] + options)
            #expect(run.exitCode == 64)
            #expect(run.standardError.contains(reason), "\(run.standardError)")
        }

        @Test(
            "A playlist as a sound is refused, whatever its name", .full,
            arguments: [
                ["record", "PAGE", "-o", "OUT", "--duration", "200ms", "--audio", "SOUND"],
                ["images", "PICTURE", "-o", "OUT", "--audio", "SOUND"],
                ["compose", "TIMELINE", "-o", "OUT"],
            ])
        func playlist(command: [String]) async throws {
            let secret = try await makeSound("secret.ts", seconds: 1)
            let sound = try folder.write(
                "music.wav", "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n\(secret)\n#EXT-X-ENDLIST\n")
            let picture = folder.path("picture.png")
            try await Tool.run(
                "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "testsrc=s=64x64", "-frames:v", "1", picture])
            let timeline = try folder.write(
                "timeline.yaml",
                "canvas: {width: 64, height: 64}\nvideo: [{src: picture.png, duration: 1s}]\naudio: [{src: music.wav}]\n"
            )
            let names = ["PAGE": page, "OUT": output, "SOUND": sound, "PICTURE": picture, "TIMELINE": timeline]
            let run = try await Pagereel.run(command.map { names[$0] ?? $0 })
            #expect(run.exitCode == 65, "\(run.standardError)")
            #expect(run.standardError.contains("music.wav"), "\(run.standardError)")
            #expect(!FileManager.default.fileExists(atPath: output))
        }

        private func soundWarnings(_ summary: Summary) -> [String] {
            summary.warnings.filter { $0.contains("soundtrack") }
        }

        @Test("A truncated soundtrack is a warning, and the recording goes on with the rest", .full)
        func truncated() async throws {
            let sound = try await makeSound("cut.flac", seconds: 4)
            let whole = try await Pagereel.record(
                page, to: output, Self.fewFrames + ["--duration", "5s", "--audio", sound])
            #expect(soundWarnings(whole) == [])
            let data = try folder.read("cut.flac")
            try data.prefix(data.count * 45 / 100).write(to: URL(fileURLWithPath: sound))
            let outcome = try await Pagereel.run(
                ["record", page, "-o", output, "--json", "--overwrite", "--duration", "3s", "--audio", sound]
                    + Self.fewFrames)
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            let summary = try outcome.summary
            let warning = try #require(soundWarnings(summary).first)
            #expect(soundWarnings(summary).count == 1)
            #expect(
                warning.hasPrefix("The soundtrack '\(sound)' is damaged or incomplete: only 1."), "\(warning)")
            #expect(warning.contains(" of the 4 s that it states could be read, and were repeated"), "\(warning)")
            #expect(outcome.standardError.contains("warning: \(warning)"), "\(outcome.standardError)")
            #expect(summary.sound?.samples == 144_000)
            #expect((summary.sound?.loops ?? 0) >= 1)
            // The part that could be read is enough for a short video.
            let short = try await Pagereel.record(
                page, to: folder.path("short.mp4"), TestPage.small + ["--duration", "200ms", "--audio", sound])
            #expect(soundWarnings(short) == [])
        }

        @Test("Raw AAC that repeats is a warning", .full)
        func gap() async throws {
            let sound = try await makeSound("raw.aac", seconds: 1)
            let cut = try await Pagereel.record(
                page, to: output, TestPage.small + ["--duration", "500ms", "--audio", sound])
            #expect(soundWarnings(cut) == [])
            let looped = try await Pagereel.record(
                page, to: folder.path("looped.mp4"), Self.fewFrames + ["--duration", "2500ms", "--audio", sound])
            #expect(soundWarnings(looped).count == 1)
            let warning = try #require(soundWarnings(looped).first)
            #expect(warning.hasPrefix("The soundtrack '\(sound)' has a short gap where it repeats"), "\(warning)")
        }

        @Test("A sound longer than the video is cut")
        func cut() async throws {
            let sound = try await makeSound("long.wav", seconds: 30)
            let summary = try await Pagereel.record(
                page, to: output, TestPage.small + ["--duration", "700ms", "--audio", sound])
            #expect(summary.sound?.samples == 33_600)
            let audio = try #require(try await Probe.read(output).audio)
            #expect(abs((audio.durationTs ?? 0) - 33_600) <= 1024)
        }

        @Test("The sound has exactly the length of an NTSC video")
        func broadcastRate() async throws {
            let sound = try await makeSound("a.wav")
            let summary = try await Pagereel.record(
                page, to: output, TestPage.small + ["--duration", "700ms", "--fps", "29.97", "--audio", sound])
            let samples = try #require(summary.sound?.samples)
            let exact = Double(summary.frames) * 48_000 * 1001 / 30_000
            #expect(abs(Double(samples) - exact) <= 1)
        }

        @Test("Volume, fades and offset take effect", .full)
        func shaping() async throws {
            // One silent second, then a loud one: the offset skips the silence.
            let sound = try await makeSound(
                "late.wav", source: "aevalsrc='0.8*sin(2*PI*440*t)*gte(t,1)':s=48000:d=6")
            try await Pagereel.record(
                page, to: output,
                Self.fewFrames + [
                    "--duration", "3s", "--audio", sound, "--audio-offset", "1s", "--audio-volume", "0.5",
                    "--audio-fade-in", "1s", "--audio-fade-out", "1s", "--audio-bitrate", "96k",
                ])
            let track = try await SoundTrack(of: output)
            // Half of a sine of amplitude 0.8 has a level of 0.4 / √2.
            let middle = track.level(1.2..<1.8)
            #expect(abs(middle - 0.283) < 0.03, "\(middle)")
            #expect(track.level(0..<0.1) < middle * 0.3)
            #expect(track.level(0.2..<0.3) < track.level(0.7..<0.8))
            #expect(track.level(2.9..<3) < middle * 0.3)
            #expect(track.level(2.2..<2.3) > track.level(2.7..<2.8))
            let bitRate = try #require(try await Probe.read(output).audio).bitsPerSecond
            #expect((60_000...130_000).contains(bitRate), "\(bitRate)")
        }

        @Test(
            "A fade that is longer than the sound is shortened to it, with a warning that has both times",
            arguments: ["fade-in", "fade-out"])
        func longFade(name: String) async throws {
            let sound = try await makeSound("a.wav", seconds: 3)
            let options = Self.fewFrames + ["--duration", "2s", "--audio", sound]
            let plain = folder.path("plain.mp4")
            try await Pagereel.record(page, to: plain, options)
            let summary = try await Pagereel.record(page, to: output, options + ["--audio-\(name)", "9s"])
            let warnings = summary.warnings.filter { $0.contains("takes 9 s, but the sound lasts 2 s") }
            #expect(warnings.count == 1, "\(summary.warnings)")
            let (loud, track) = (try await SoundTrack(of: plain).level(0.5..<1.5), try await SoundTrack(of: output))
            let (first, last) = (track.level(0.05..<0.15), track.level(1.85..<1.95))
            #expect(abs((name == "fade-in" ? last : first) - loud * 0.95) < loud * 0.05, "\(first), \(last), \(loud)")
            #expect(abs((name == "fade-in" ? first : last) - loud * 0.05) < loud * 0.05, "\(first), \(last), \(loud)")
        }

        @Test("A negative offset adds silence before the sound", .full, arguments: ["m4v", "mkv", "webm"])
        func silenceFirst(ending: String) async throws {
            let sound = try await makeSound("a.wav", seconds: 2)
            let output = folder.path("out.\(ending)")
            try await Pagereel.record(
                page, to: output,
                TestPage.small + ["--duration", "1s", "--audio", sound, "--audio-offset", "-500ms"])
            let track = try await SoundTrack(of: output)
            #expect(track.level(0..<0.45) < 0.001)
            #expect(track.level(0.6..<0.9) > 0.05)
        }

        @Test("A crossfade keeps the length exact and softens the seam")
        func crossfade() async throws {
            let sound = try await makeSound("a.wav", seconds: 0.5)
            let summary = try await Pagereel.record(
                page, to: output,
                Self.fewFrames + ["--duration", "2s", "--audio", sound, "--audio-crossfade", "50ms"])
            #expect(summary.sound?.samples == 96_000)
            #expect((summary.sound?.loops ?? 0) >= 4)
        }

        @Test("A video file can be the soundtrack", .full)
        func videoFile() async throws {
            let sound = folder.path("film.mp4")
            try await Tool.run(
                "ffmpeg",
                [
                    "-v", "error", "-f", "lavfi", "-i", "testsrc=s=64x64:d=1", "-f", "lavfi", "-i",
                    "sine=frequency=440:duration=1", "-shortest", sound,
                ])
            let summary = try await Pagereel.record(
                page, to: output, TestPage.small + ["--duration", "500ms", "--audio", sound])
            #expect(summary.sound?.samples == 24_000)
            #expect(try await SoundTrack(of: output).level(0.1..<0.4) > 0.05)
            #expect(try await Probe.read(output).streams.count == 2)
        }

        /// An invalid soundtrack, and how to create it.
        struct NoSound: CustomTestStringConvertible, Sendable {
            let testDescription: String
            let content: String?
        }

        @Test(
            "An invalid soundtrack is reported before the recording: 65", .full,
            arguments: [
                NoSound(testDescription: "a text", content: "This is not a sound.\nNot at all.\n"),
                NoSound(testDescription: "an empty file", content: ""),
                NoSound(testDescription: "no file", content: nil),
            ])
        func noSound(_ file: NoSound) async throws {
            if let content = file.content { try folder.write("sound.mp3", content) }
            let before = folder.contents
            let outcome = try await Pagereel.run(
                [
                    "record", page, "-o", folder.path("new/out.mp4"), "--duration", "500ms", "--audio",
                    folder.path("sound.mp3"),
                ])
            #expect(outcome.exitCode == 65, "\(outcome.standardError)")
            #expect(outcome.standardError.contains("pagereel: "))
            #expect(outcome.standardError.contains("sound.mp3"))
            #expect(folder.contents == before)
        }

        @Test("A video without sound and a folder are rejected", .full)
        func silentVideo() async throws {
            let film = folder.path("film.mp4")
            try await Tool.run("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "testsrc=s=64x64:d=1", film])
            for file in [film, folder.path] {
                let outcome = try await Pagereel.run(
                    ["record", page, "-o", output, "--duration", "500ms", "--audio", file])
                #expect(outcome.exitCode == 65, "\(outcome.standardError)")
                #expect(outcome.standardError.contains(file))
            }
            #expect(folder.contents == ["film.mp4", "page.html"])
        }
    }
}
