import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// `codec: copy` and `codec: auto` of `pagereel compose`: films are cut and joined without being encoded.
    ///
    /// ffmpeg says which pictures a file shows, and ffprobe which packets it has.
    @Suite("Copied pictures in timelines")
    struct ComposeCopy {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// Groups of 25 pictures: a keyframe, then three B-frames before each fourth picture.
        private static let h264 = [
            "-c:v", "libx264", "-g", "25", "-bf", "3", "-sc_threshold", "0", "-pix_fmt", "yuv420p", "-x264-params",
            "b-adapt=0:b-pyramid=none:open-gop=0",
        ]

        /// Creates a film of four seconds at 25 fps.
        private func makeFilm(_ name: String, _ encoder: [String] = h264, filter: String = "null") async throws {
            let source = ["-f", "lavfi", "-i", "testsrc2=s=160x96:r=25:d=4,\(filter)"]
            let sound = name == "sound.mp4" ? ["-f", "lavfi", "-i", "sine=r=48000:d=4", "-c:a", "aac"] : []
            try await Tool.run("ffmpeg", ["-v", "error"] + source + sound + encoder + [folder.path(name)])
        }

        private func compose(
            _ clips: [String], to output: String, canvas: String = "width: 160, height: 96, fps: 25",
            _ options: [String] = [], codec: String = "copy"
        ) async throws -> Pagereel.Outcome {
            let text = "canvas: {\(canvas)}\nvideo:\n" + clips.map { "- {\($0)}\n" }.joined()
            let path = try folder.write("t.yaml", text + "outputs:\n- {file: \(output), codec: \(codec)}\n")
            return try await Pagereel.run(["compose", path, "--overwrite"] + options)
        }

        /// The checksums of a file's decoded pictures, in the order in which they are shown.
        private func pictures(_ name: String) async throws -> [String] {
            let output = try await Tool.run(
                "ffmpeg",
                [
                    "-v", "error", "-noautorotate", "-i", folder.path(name), "-map", "0:v:0", "-fps_mode",
                    "passthrough",
                    "-f", "framemd5", "-",
                ])
            return String(decoding: output, as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }
                .map { String($0.split(separator: ",").last ?? "") }
        }

        /// Copies parts of a film, and expects just their pictures and packets.
        private func expectCopy(
            of film: String, _ parts: [Range<Int>], in output: String, keys: String = "",
            canvas: String = "width: 160, height: 96, fps: 25", sourceLocation: SourceLocation = #_sourceLocation
        ) async throws {
            let clips = parts.map { "src: \(film), in: \($0.lowerBound)f, out: \($0.upperBound)f\(keys)" }
            let outcome = try await compose(clips, to: output, canvas: canvas)
            try #require(outcome.exitCode == 0, "\(outcome.standardError)", sourceLocation: sourceLocation)
            let source = try await pictures(film)
            #expect(
                try await pictures(output) == parts.flatMap { source[$0] }, "\(output)", sourceLocation: sourceLocation)
            let (old, new) = (
                try await VideoPackets(of: folder.path(film)), try await VideoPackets(of: folder.path(output))
            )
            #expect(new.hashes == parts.flatMap { old.hashes[$0] }, sourceLocation: sourceLocation)
            #expect(new.steps.count == 1, "\(new.steps)", sourceLocation: sourceLocation)
        }

        @Test(
            "Cuts of a film are joined picture by picture, as they were coded",
            arguments: LongTests.areAll ? films : Array(films.prefix(2)))
        func joins(film: String, encoder: [String], parts: [Range<Int>], outputs: [String]) async throws {
            try await makeFilm(film, encoder)
            for output in outputs { try await expectCopy(of: film, parts, in: "out.\(output)") }
        }

        /// Films, the encoders' options, the parts and the formats; the first two stand for the others.
        private static let films: [(String, [String], [Range<Int>], [String])] = [
            ("sound.mp4", h264, [25..<46, 75..<100, 0..<25], ["mp4", "mov", "mkv"]),
            (
                "film.webm", ["-c:v", "libvpx-vp9", "-g", "25", "-deadline", "good", "-cpu-used", "5"],
                [50..<71, 0..<25], ["webm", "mp4"]
            ),
            (
                "film.mp4", ["-c:v", "libx265", "-x265-params", "keyint=25:open-gop=0:log-level=none"],
                [25..<50, 75..<100], ["mp4", "mkv"]
            ),
            ("film.mkv", ["-c:v", "libaom-av1", "-g", "25", "-cpu-used", "8"], [50..<71, 0..<25], ["webm"]),
            ("film.mov", ["-c:v", "prores_ks"], [7..<31, 0..<5], ["mov"]),
            ("film.mkv", ["-c:v", "ffv1", "-g", "1"], [7..<31, 0..<5], ["mkv"]),
        ]

        @Test("The sound is encoded as long as the pictures")
        func sound() async throws {
            try await makeFilm("sound.mp4")
            try await expectCopy(of: "sound.mp4", [25..<46, 0..<25], in: "out.mp4")
            let probe = try await Probe.read(folder.path("out.mp4"))
            #expect(probe.video?.seconds == 1.84)
            #expect(probe.audio?.seconds == 1.84)
        }

        @Test("A rotation, HDR, the pixels' shape and both fields are kept")
        func properties() async throws {
            try await makeFilm("flat.mp4")
            try TurnedMovie.write(folder.path("turned.mp4"), of: folder.path("flat.mp4"), quarters: 1)
            try await expectCopy(of: "turned.mp4", [25..<50], in: "out.mp4", canvas: "width: 96, height: 160, fps: 25")
            let turned = try await Tool.run(
                "ffprobe", ["-v", "error", "-show_entries", "stream_side_data=rotation", folder.path("out.mp4")])
            #expect(String(decoding: turned, as: UTF8.self).contains("rotation="))

            let hdr = ["-color_primaries", "bt2020", "-color_trc", "smpte2084", "-colorspace", "bt2020nc"]
            // FFmpeg 7 takes these from the pictures, not from the options.
            let filter = "setparams=color_primaries=bt2020:color_trc=smpte2084:colorspace=bt2020nc"
            try await makeFilm("hdr.mp4", Self.h264 + hdr, filter: filter)
            try await expectCopy(of: "hdr.mp4", [25..<50], in: "out.mp4")
            #expect(try await Probe.read(folder.path("out.mp4")).video?.colorTransfer == "smpte2084")

            try await makeFilm("wide.mp4", filter: "setsar=2")
            try await expectCopy(of: "wide.mp4", [0..<25], in: "out.mp4", canvas: "width: 320, height: 96, fps: 25")
            #expect(try await Probe.read(folder.path("out.mp4")).video?.sampleAspectRatio == "2:1")

            try await makeFilm("fields.mp4", Self.h264 + ["-flags", "+ildct+ilme", "-vf", "setfield=tff"])
            try await expectCopy(of: "fields.mp4", [25..<50], in: "out.mp4", keys: ", deinterlace: never")
        }

        @Test("What cannot be copied exactly is refused by name")
        func refusals() async throws {
            try await makeFilm("film.mp4")
            try await makeFilm("fine.mp4", Self.h264 + ["-crf", "1", "-bf", "0"])
            try await makeFilm("open.mp4", Self.h264 + ["-x264-params", "open-gop=1"])
            try await makeFilm("refresh.mp4", Self.h264 + ["-intra-refresh", "1"])
            try await makeFilm("fields.mp4", Self.h264 + ["-flags", "+ildct+ilme"])
            try await makeFilm("drop.mp4", Self.h264 + ["-fps_mode", "vfr"], filter: "select='not(eq(n,30))'")
            try await makeFilm("alpha.mov", ["-c:v", "prores_ks", "-pix_fmt", "yuva444p10le"])
            try await Tool.run(
                "ffmpeg",
                ["-v", "error", "-ss", "0.5", "-i", folder.path("film.mp4"), "-c", "copy", folder.path("late.mp4")])
            try await Tool.run(
                "ffmpeg", ["-v", "error", "-i", folder.path("film.mp4"), "-c", "copy", folder.path("film.ts")])
            let refused: [(clips: [String], output: String, reason: String)] = [
                (
                    ["src: film.mp4, in: 30f"], "o.mp4",
                    "film.mp4 begins at 1.200 s with a picture that needs others before it; it could begin at 1 s or 2 s (\(folder.path("t.yaml")), line 3)"
                ),
                (
                    ["src: film.mp4, out: 48f"], "o.mp4",
                    "film.mp4 ends at 1.920 s after a picture that needs one after that; it could end at 1.840 s"
                ),
                (
                    ["src: film.mp4", "src: fine.mp4"], "o.mp4",
                    "fine.mp4 differs from the first film in its parameters of the codec"
                ),
                (
                    ["src: open.mp4, in: 25f"], "o.mp4",
                    "open.mp4 begins at 1 s with a picture that needs others before it"
                ),
                (
                    ["src: refresh.mp4, in: 25f"], "o.mp4",
                    "refresh.mp4 begins at 1 s with a picture that needs others before it"
                ),
                (["src: late.mp4"], "o.mp4", "late.mp4 hides pictures at 0 s by an edit list"),
                (["src: fields.mp4"], "o.mp4", "fields.mp4 is interlaced, and would be deinterlaced"),
                (["src: drop.mp4"], "o.mp4", "drop.mp4 has no separate picture for the frame at 1.200 s"),
                (["src: alpha.mov"], "o.mov", "alpha.mov has an alpha channel, which the canvas lacks"),
                (
                    ["src: film.ts"], "o.mp4",
                    "film.ts is in the format mpegts, and only MP4, MOV, MKV and WebM files are copied"
                ),
                (["src: film.mp4"], "o.webm", "film.mp4 is coded in h264, and a .webm file holds VP9, AV1"),
                (["src: film.mp4, speed: 2"], "o.mp4", "film.mp4 has another speed"),
                (["title: End, for: 1s"], "o.mp4", "End is not a film"),
            ]
            for (clips, output, reason) in refused {
                let outcome = try await compose(clips, to: output)
                #expect(outcome.exitCode == 64)
                #expect(outcome.standardError.contains("cannot be copied: \(reason)"), "\(outcome.standardError)")
                #expect(!folder.contains(output))
            }
            let other = try await compose(["src: film.mp4"], to: "o.mp4", canvas: "width: 320, height: 192, fps: 25")
            #expect(other.standardError.contains("film.mp4 is 160x96, and the canvas 320x192"))
            let faster = try await compose(["src: film.mp4"], to: "o.mp4", canvas: "width: 160, height: 96, fps: 50")
            #expect(faster.standardError.contains("film.mp4 has no separate picture for the frame at 0.020 s"))
        }

        @Test("--explain says what is copied, and why something is encoded")
        func explained() async throws {
            try await makeFilm("film.mp4")
            let copied = try await compose(["src: film.mp4, in: 1s"], to: "o.mp4", ["--explain"], codec: "auto")
            #expect(copied.standardOutput.contains("0..74   copied\n"), "\(copied.standardOutput)")
            let encoded = try await compose(["src: film.mp4, in: 30f"], to: "o.mp4", ["--explain"], codec: "auto")
            #expect(
                encoded.standardOutput.contains("encoded, because film.mp4 begins at 1.200 s with a picture"),
                "\(encoded.standardOutput)")
            let usual = try await compose(["src: film.mp4"], to: "o.mp4", ["--explain", "--json"], codec: "h264")
            #expect(usual.standardOutput.contains(#""pictures":"encoded""#), "\(usual.standardOutput)")
            // What cannot be copied is encoded with the same frames.
            let outcome = try await compose(["src: film.mp4, in: 30f"], to: "o.mp4", codec: "auto")
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            #expect(try await pictures("o.mp4").count == 70)
        }
    }
}
