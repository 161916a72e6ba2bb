import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// The choice of a sound track and of a channel.
    ///
    /// ffmpeg puts noise that is different on each track and channel into files.
    @Suite("Sound tracks and channels")
    struct SoundSelection {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// Stereo in English; mono in German, a quarter of a second later; mono in French.
        private static let tracks = [
            [noise(96_000, 1), noise(96_000, 2)], [noise(36_017, 3)], [noise(20_001, 4)],
        ]
        /// The samples of the second track before its first.
        private static let late = 12_000

        private static func noise(_ count: Int, _ seed: UInt64) -> [Float] {
            var random = SplitMix(seed: seed)
            // Of 15 bits and at most half of full scale, so that nothing rounds or limits it.
            return (0..<count).map { _ in Float(Int.random(in: -8000...8000, using: &random)) / 32_768 }
        }

        /// Writes a file with the tracks, and with pictures before them.
        private func film(_ name: String, hasPictures: Bool = true) async throws {
            var arguments = ["-v", "error", "-nostdin"]
            for (index, channels) in Self.tracks.enumerated() {
                let path = folder.path("\(index).wav")
                try WaveFile.data(channels).write(to: URL(filePath: path))
                arguments += (index == 1 ? ["-itsoffset", "0.25"] : []) + ["-i", path]
            }
            arguments += ["-f", "lavfi", "-i", "testsrc2=s=64x64:r=25:d=2"]
            for (index, language) in ["eng", "ger", "fra"].enumerated() {
                arguments += ["-map", "\(index):a", "-metadata:s:a:\(index)", "language=\(language)"]
            }
            arguments += hasPictures ? ["-map", "3:v", "-c:v", "mpeg4"] : []
            try await Tool.run("ffmpeg", arguments + ["-c:a", "pcm_s16le", folder.path(name)])
        }

        /// Writes a timeline of black pictures with a sound.
        private func timeline(_ sound: String, clip: String = "{color: black, for: 3s}") throws -> String {
            try folder.write(
                "timeline.yaml",
                "canvas: {width: 64, height: 64, fps: 25}\nvideo:\n- \(clip)\n"
                    + (sound.isEmpty ? "" : "audio:\n- \(sound)\n"))
        }

        /// Renders a timeline's sound; both of its channels, and what `--explain` says of the sound.
        private func compose(
            _ sound: String, clip: String = "{color: black, for: 3s}", sourceLocation: SourceLocation = #_sourceLocation
        ) async throws -> (left: [Float], right: [Float], plan: Plan.Sound) {
            let path = try timeline(sound, clip: clip)
            let environment = ["PATH": Pagereel.systemPath, "TMPDIR": folder.path]
            let output = folder.path("out.wav")
            let outcome = try await Pagereel.run(
                ["compose", path, "-o", output, "--overwrite"], environment: environment)
            #expect(outcome.exitCode == 0, "\(outcome.standardError)", sourceLocation: sourceLocation)
            let explained = try await Pagereel.run(["compose", path, "--explain", "--json"], environment: environment)
            let plan = try JSONDecoder().decode(Plan.self, from: Data(explained.standardOutput.utf8))
            return (
                try await SoundTrack(of: output).samples,
                try await SoundTrack(of: output, channel: 1).samples,
                try #require(plan.audio.first, sourceLocation: sourceLocation)
            )
        }

        private struct Plan: Decodable {
            struct Sound: Decodable {
                let samples: Int
                let track: Int?
                let channel: Int?
            }
            let audio: [Sound]
        }

        private static let delayed = [Float](repeating: 0, count: late) + tracks[1][0]

        @Test(
            "A track has its samples, its start and its length",
            arguments: LongTests.areAll ? ["film.mov", "sound.mka"] : ["film.mov"])
        func tracks(name: String) async throws {
            try await film(name, hasPictures: name == "film.mov")
            for (choice, number, left, right) in [
                ("track: 1", 1, Self.tracks[0][0], Self.tracks[0][1]), ("track: de", 2, Self.delayed, Self.delayed),
                ("track: 3", 3, Self.tracks[2][0], Self.tracks[2][0]),
                ("track: fr", 3, Self.tracks[2][0], Self.tracks[2][0]),
                ("track: eng, channel: right", 1, Self.tracks[0][1], Self.tracks[0][1]),
            ] {
                let sound = try await compose("{src: \(name), \(choice)}")
                #expect(sound.plan.samples == left.count, "\(choice)")
                #expect(sound.plan.track == number && sound.plan.channel == (choice.contains("right") ? 2 : nil))
                #expect(Array(sound.left.prefix(left.count)) == left, "\(choice)")
                #expect(Array(sound.right.prefix(right.count)) == right, "\(choice)")
                #expect(sound.left.dropFirst(left.count).allSatisfy { $0 == 0 }, "\(choice)")
            }
        }

        @Test("A track loops, and fades out at its end")
        func loops() async throws {
            try await film("film.mov")
            let looped = try await compose("{src: film.mov, track: ger, loop: true}").left
            let pass = Self.delayed
            #expect(looped == Array((pass + pass + pass).prefix(144_000)))
            let faded = try await compose("{src: film.mov, track: ger, fade: [0s, 100ms]}").left
            #expect(faded[pass.count - 2] != 0 && faded[pass.count - 4801] == pass[pass.count - 4801])
            #expect(faded.dropFirst(pass.count - 1).allSatisfy { $0 == 0 })
        }

        @Test("A clip has the sound of its track")
        func clip() async throws {
            try await film("film.mov")
            let sound = try await compose(
                "", clip: "{src: film.mov, in: 0.2s, for: 1.6s, audio: {track: 2, channel: left}}")
            #expect(sound.plan.track == 2 && sound.plan.channel == 1)
            let expected = (Self.delayed + [Float](repeating: 0, count: 96_000))[9600..<9600 + 76_800]
            #expect(sound.left == Array(expected) && sound.right == sound.left)
        }

        @Test("What a file does not have is an error before anything is written")
        func missing() async throws {
            try await film("film.mov")
            try WaveFile.data([Self.tracks[1][0]]).write(to: URL(filePath: folder.path("mono.wav")))
            let has = "1 (eng, 2 channels), 2 (ger, 1 channel), 3 (fra, 1 channel)"
            for (sound, clip, message) in [
                ("{src: film.mov, track: 4}", nil, "has no sound track 4. Its sound tracks: \(has)."),
                ("{src: film.mov, track: ja}", nil, "has no sound track in the language 'jpn'."),
                ("{src: film.mov, channel: 3}", nil, "has no channel 3: its sound has 2 channels."),
                ("{src: mono.wav, channel: right}", nil, "has no channel 2: its sound is mono."),
                ("", "{src: film.mov, audio: {track: 7}}", "has no sound track 7."),
                ("", "{color: black, for: 1s, audio: {track: 1}}", "A color has no sound"),
                ("", "{page: page.html, for: 1s, audio: {track: 1}}", "The sound of a page has one track"),
            ] {
                try folder.write("page.html", "<!doctype html>")
                let path = try timeline(sound, clip: clip ?? "{color: black, for: 1s}")
                let outcome = try await Pagereel.run(["compose", path, "-o", folder.path("out.mp4")])
                #expect(outcome.exitCode != 0)
                #expect(outcome.standardError.contains(message), "\(outcome.standardError)")
                #expect(outcome.standardError.contains("line \(sound.isEmpty ? 3 : 5)"), "\(outcome.standardError)")
            }
            let outcome = try await Pagereel.run(
                ["record", folder.path("page.html"), "-o", folder.path("out.mp4"), "--duration", "1s"]
                    + ["--audio", folder.path("film.mov"), "--audio-source-track", "4"])
            #expect(outcome.exitCode != 0 && outcome.standardError.contains("has no sound track 4."))
            #expect(!FileManager.default.fileExists(atPath: folder.path("out.mp4")))
        }

        @Test("A recording's soundtrack is the chosen track and channel")
        func recording() async throws {
            try await film("film.mov")
            try folder.write("page.html", "<!doctype html>")
            let path = folder.path("out.mkv")
            try await Pagereel.record(
                folder.path("page.html"), to: path,
                TestPage.small + ["--duration", "2s", "--audio", folder.path("film.mov"), "--audio-codec", "pcm"]
                    + ["--audio-source-track", "en", "--audio-source-channel", "right"])
            for channel in 0...1 {
                #expect(try await SoundTrack(of: path, channel: channel).samples == Self.tracks[0][1])
            }
        }
    }
}
