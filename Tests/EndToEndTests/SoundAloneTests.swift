import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// `pagereel record` and `batch` with a file of sound alone, decoded by ffmpeg.
    @Suite("The sound of a page alone")
    struct SoundAlone {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            // Each channel has another tone.
            try folder.write(
                "tones.html",
                """
                <!doctype html><title>Tones</title><script>
                const context = new AudioContext(), merger = context.createChannelMerger(2);
                [330, 550].forEach((hertz, channel) => {
                    const tone = context.createOscillator(), gain = context.createGain();
                    tone.frequency.value = hertz + Number(location.search.slice(1));
                    gain.gain.value = 0.3;
                    tone.connect(gain).connect(merger, 0, channel);
                    tone.start();
                });
                merger.connect(context.destination);
                </script>
                """)
            try folder.write("silent.html", "<!doctype html><title>Silent</title>")
        }

        private static let options = TestPage.small + ["--duration", "700ms", "--fps", "30000/1001"]
        /// 21 frames.
        private static let length = 33_634

        private func channels(of name: String) async throws -> [[Float]] {
            [
                try await SoundTrack(of: folder.path(name)).samples,
                try await SoundTrack(of: folder.path(name), channel: 1).samples,
            ]
        }

        @Test("It has the video's samples, with other sounds mixed in")
        func samples() async throws {
            let page = folder.path("tones.html")
            let sounds = ["--audio", folder.path("music.wav"), "--audio-fade-out", "100ms", "--audio-ducking"]
            let music = WaveFile.tone(220, amplitude: 0.3, count: 20_000)
            try WaveFile.data([music, music]).write(to: URL(filePath: folder.path("music.wav")))
            try await Pagereel.record(
                page, to: folder.path("video.mkv"),
                Self.options + sounds + ["--audio-codec", "pcm", "--page-audio", "on"])
            let outcome = try await Pagereel.run(
                ["record", page, "-o", folder.path("sound.wav"), "--json"] + Self.options + sounds)
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            let summary = try JSONDecoder().decode(Summary.self, from: Data(outcome.standardOutput.utf8))
            #expect(summary.container == "wav" && summary.sound.samples == Self.length && summary.frames == nil)
            let (video, sound) = (try await channels(of: "video.mkv"), try await channels(of: "sound.wav"))
            #expect(video[0].count == Self.length && video[0] != video[1])
            #expect(sound == video)
            #expect(folder.contents.sorted() == ["music.wav", "silent.html", "sound.wav", "tones.html", "video.mkv"])
        }

        private struct Summary: Decodable {
            struct Sound: Decodable { let samples: Int }
            let container: String
            let frames: Int?
            let sound: Sound
        }

        @Test(
            "Each format has its length, also in a batch",
            arguments: LongTests.areAll ? ["flac", "m4a", "mp3", "opus"] : ["m4a"])
        func formats(ending: String) async throws {
            try folder.write("rows.csv", "hertz\n20\n")
            let outcome = try await Pagereel.run(
                ["batch", folder.path("rows.csv"), "--page", folder.path("tones.html?{hertz}")]
                    + ["-o", folder.path("{hertz}.\(ending)")] + Self.options)
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            let path = folder.path("20.\(ending)")
            let file = try await Probe.read(path)
            #expect(file.video == nil)
            let samples = try await SoundTrack(of: path).samples
            // ffmpeg plays the last packet of AAC to its end; MP4 states the length.
            #expect(ending == "m4a" ? file.audio?.durationTs == Self.length : samples.count == Self.length)
            #expect(samples.contains { abs($0) > 0.25 })
        }

        @Test(
            "A batch of sound alone does not ignore options of pictures or another codec",
            arguments: [
                (["--quality", "20", "--tune", "{tune}"], "Leave out --quality and --tune, or write to .mp4."),
                (["--audio-codec", "aac"], "contains sound in FLAC. Leave out --audio-codec."),
            ])
        func foreignOptions(options: [String], message: String) async throws {
            try folder.write("rows.csv", "hertz,tune\n20,animation\n")
            let batch = ["batch", folder.path("rows.csv"), "--page", folder.path("tones.html?{hertz}")]
            let outcome = try await Pagereel.run(batch + ["-o", folder.path("{hertz}.flac")] + options)
            #expect(outcome.exitCode == 64)
            #expect(outcome.standardError.contains(message), "\(outcome.standardError)")
        }

        @Test("A silent page is an error, or silence if that is asked for")
        func silence() async throws {
            let page = folder.path("silent.html")
            let outcome = try await Pagereel.run(["record", page, "-o", folder.path("sound.wav")] + Self.options)
            #expect(outcome.exitCode == 64)
            #expect(outcome.standardError.contains("but the page did not sound."), "\(outcome.standardError)")
            #expect(folder.contents.sorted() == ["silent.html", "tones.html"])
            let silent = try await Pagereel.run(
                ["record", page, "-o", folder.path("sound.wav"), "--page-audio", "on"] + Self.options)
            #expect(silent.exitCode == 0, "\(silent.standardError)")
            #expect(try await channels(of: "sound.wav")[0] == [Float](repeating: 0, count: Self.length))
        }

        @Test("Marks are left out with a warning, and a canceled recording leaves no file", .full)
        func signals() async throws {
            let tones = String(decoding: try folder.read("tones.html"), as: UTF8.self)
            for (word, status, message) in [
                ("mark?name=a", Int32(0), "The page sent marks, which are left out: a .wav file has sound only."),
                ("cancel", 10, "canceled by the page; nothing was written."),
            ] {
                let page = try folder.write(
                    "signals.html", tones + "<script>setTimeout(() => location = 'pagereel://\(word)', 300)</script>")
                let outcome = try await Pagereel.run(["record", page, "-o", folder.path("sound.wav")] + Self.options)
                #expect(outcome.exitCode == status)
                #expect(outcome.standardError.contains(message), "\(outcome.standardError)")
                #expect(folder.contents.contains("sound.wav") == (status == 0))
                if status == 0 { try FileManager.default.removeItem(atPath: folder.path("sound.wav")) }
            }
        }
    }
}
