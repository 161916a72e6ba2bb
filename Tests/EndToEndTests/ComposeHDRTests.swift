import Foundation
import Subprocess
import TestSupport
import Testing

extension CommandTests {
    /// Outputs with `hdr: keep` have the light and the colors of their films, as ffmpeg and ffprobe see them.
    @Suite("Timelines that keep HDR")
    struct ComposeHDR {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// An encoder of a film in HDR, as ffmpeg's arguments.
        enum Film: String, CaseIterable {
            /// HDR10, with a mastering display and content light.
            case hevc = "film.mp4"
            case av1 = "film.mkv"
            /// HLG.
            case vp9 = "film.webm"

            var transfer: String { self == .vp9 ? "arib-std-b67" : "smpte2084" }

            var encoder: [String] {
                switch self {
                case .hevc:
                    [
                        "-c:v", "libx265", "-preset", "ultrafast", "-tag:v", "hvc1", "-x265-params",
                        "log-level=none:crf=12:chromaloc=2:master-display=G(8500,39850)B(6550,2300)R(35400,14600)"
                            + "WP(15635,16450)L(10000000,50):max-cll=1000,400",
                    ]
                case .av1:
                    [
                        "-c:v", "libsvtav1", "-preset", "9", "-crf", "12", "-svtav1-params",
                        "mastering-display=G(0.17,0.797)B(0.131,0.046)R(0.708,0.292)WP(0.3127,0.329)L(1000,0.005)"
                            + ":content-light=1000,400",
                    ]
                case .vp9: ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-crf", "12", "-b:v", "0"]
                }
            }
        }

        /// Writes a film of 10 moving pictures, 96x64, at 10 fps.
        @discardableResult
        private func write(
            _ film: Film, as name: String? = nil, replacing: (String, String) = ("", "")
        ) async throws -> String {
            let path = folder.path(name ?? film.rawValue)
            let colors = "setparams=color_primaries=bt2020:color_trc=\(film.transfer):colorspace=bt2020nc:range=tv"
            try await Tool.run(
                "ffmpeg",
                ["-v", "error", "-nostdin", "-f", "lavfi", "-i", "testsrc2=s=96x64:r=10:d=1"]
                    + ["-vf", "format=yuv420p10le,\(colors)"]
                    + film.encoder.map { $0.replacing(replacing.0, with: replacing.1) } + [path],
                environment: .inherit.updating(["SVT_LOG": "0"]))
            return path
        }

        private func compose(
            _ text: String, _ options: [String] = [], expecting exitCode: Int32 = 0,
            sourceLocation: SourceLocation = #_sourceLocation
        ) async throws -> Pagereel.Outcome {
            let path = try folder.write("timeline.yaml", text)
            let outcome = try await Pagereel.run(["compose", path] + options)
            #expect(outcome.exitCode == exitCode, "\(outcome.standardError)", sourceLocation: sourceLocation)
            return outcome
        }

        /// The planes of each picture as ffmpeg decodes them, one after another, in 10 bits.
        private func planes(_ name: String, size: (Int, Int) = (96, 64)) async throws -> [[UInt16]] {
            let bytes = try await Tool.run(
                "ffmpeg",
                ["-v", "error", "-nostdin", "-i", folder.path(name), "-map", "0:v", "-fps_mode", "passthrough"]
                    + ["-f", "rawvideo", "-pix_fmt", "yuv420p10le", "-"])
            let count = size.0 * size.1 * 3 / 2
            let samples = stride(from: 0, to: bytes.count, by: 2).map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 }
            return stride(from: 0, to: samples.count, by: count).map { Array(samples[$0..<$0 + count]) }
        }

        /// ffprobe's fields of the stream, of its side data and of the first picture's, without repetitions.
        private func facts(_ name: String) async throws -> Set<String> {
            let entries =
                "stream=codec_name,codec_tag_string,pix_fmt,color_range,color_space,color_transfer,color_primaries,"
                + "chroma_location:stream_side_data:frame=color_transfer:frame_side_data"
            let text = try await Tool.run(
                "ffprobe",
                ["-v", "error", "-select_streams", "v", "-read_intervals", "%+#1", "-show_entries", entries]
                    + ["-of", "default=noprint_wrappers=1", folder.path(name)])
            return Set(String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init))
        }

        @Test("Lossless HEVC has each sample of the films, their colors, the mastering display and the light")
        func lossless() async throws {
            try await write(.hevc)
            let outcome = try await compose(
                """
                canvas: {width: 96, height: 64, fps: 10}
                video: [{src: film.mp4, in: 3f, for: 4f}, {src: film.mp4, for: 3f}]
                outputs:
                - {file: kept.mp4, hdr: keep, quality: 0}
                - {file: converted.mp4}
                """)
            #expect(!outcome.standardError.contains("warning"), "\(outcome.standardError)")
            let source = try await planes("film.mp4")
            #expect(try await planes("kept.mp4") == Array(source[3..<7] + source[0..<3]))
            let expected: Set = [
                "codec_name=hevc", "codec_tag_string=hvc1", "pix_fmt=yuv420p10le", "color_range=tv",
                "color_space=bt2020nc", "color_transfer=smpte2084", "color_primaries=bt2020", "chroma_location=topleft",
                "max_luminance=10000000/10000", "min_luminance=50/10000", "green_x=8500/50000", "blue_y=2300/50000",
                "white_point_x=15635/50000", "max_content=1000", "max_average=400",
            ]
            let facts = try await facts("kept.mp4")
            #expect(expected.isSubset(of: facts), "\(expected.subtracting(facts))")
            #expect(try await self.facts("converted.mp4").contains("color_transfer=bt709"))
        }

        @Test("HEVC and AV1 of HDR10 and HLG films differ from them by compression alone", arguments: Film.allCases)
        func lossy(film: Film) async throws {
            try await write(film)
            _ = try await compose(
                """
                canvas: {width: 96, height: 64, fps: 10}
                video: [{src: \(film.rawValue)}]
                outputs:
                - {file: kept.mkv, hdr: keep, quality: 2}
                - {file: kept.webm, hdr: keep, quality: 2}
                """)
            let source = try await planes(film.rawValue)
            for (name, codec) in [("kept.mkv", "hevc"), ("kept.webm", "av1")] {
                let kept = try await planes(name)
                #expect(kept.count == source.count)
                let errors = zip(source.joined(), kept.joined()).map { abs(Int($0) - Int($1)) }
                #expect(Double(errors.reduce(0, +)) / Double(errors.count) < 2, "\(name)")
                let facts = try await facts(name)
                let expected: Set = [
                    "codec_name=\(codec)", "color_transfer=\(film.transfer)", "color_primaries=bt2020",
                    "color_space=bt2020nc",
                ]
                #expect(expected.isSubset(of: facts), "\(facts)")
                #expect(facts.contains("max_content=1000") == (film != .vp9), "\(facts)")
                #expect(facts.contains { $0.hasPrefix("max_luminance=1000") } == (film != .vp9), "\(facts)")
            }
        }

        @Test("Films of another size or turned ones are scaled between black margins", .full)
        func margins() async throws {
            try TurnedMovie.write(folder.path("turned.mp4"), of: try await write(.hevc), quarters: 1)
            _ = try await compose(
                """
                canvas: {width: 128, height: 192, fps: 10}
                video: [{src: film.mp4, for: 1f}, {src: turned.mp4, for: 1f}]
                outputs: [{file: kept.mp4, hdr: keep, quality: 1}]
                """)
            let kept = try await planes("kept.mp4", size: (128, 192))
            // zscale of ffmpeg is the witness; the margins are 64 in luma and 512 in chroma. Turned chroma samples would be
            // between others, so each pixel gets one before.
            for (index, filters) in [
                (0, "zscale=w=128:h=86:f=spline36"),
                (1, "zscale=cin=topleft,format=yuv444p16,transpose=cclock,zscale=128:192:f=spline36:c=topleft"),
            ] {
                let padded = "\(filters),format=yuv420p10,pad=128:192:0:(oh-ih)/4*2:color=black"
                try await Tool.run(
                    "ffmpeg",
                    ["-v", "error", "-nostdin", "-y", "-i", folder.path("film.mp4"), "-frames:v", "1", "-vf", padded]
                        + ["-c:v", "ffv1", folder.path("witness.mkv")])
                let witness = try #require(try await planes("witness.mkv", size: (128, 192)).first)
                let errors = zip(witness, kept[index]).map { abs(Int($0) - Int($1)) }
                #expect(errors.reduce(0, +) < 3 * errors.count, "\(filters): \(errors.reduce(0, +))")
                let lines = zip(witness, kept[index]).prefix(128 * 40)
                if index == 0 { #expect(lines.allSatisfy { $0 == $1 && $0 == 64 }) }
            }
        }

        @Test("--explain names the HDR that an output keeps")
        func explained() async throws {
            try await write(.hevc)
            let text = """
                canvas: {width: 96, height: 64, fps: 10}
                video: [{src: film.mp4}]
                outputs: [{file: kept.mp4, hdr: keep}, {file: sound.wav}, {file: converted.mp4, hdr: convert}]
                audio: [{src: \(Fixture.audio("loop.ogg")), loop: true}]
                """
            let table = try await compose(text, ["--explain"]).standardOutput
            #expect(table.contains(#/kept\.mp4 +movie +96x64 +10 +0\.\.9 +HDR10/#), "\(table)")
            let json = try await compose(text, ["--explain", "--json"]).standardOutput
            let plan = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
            let outputs = try #require(plan["outputs"] as? [[String: Any]])
            #expect(outputs.map { $0["hdr"] as? String } == ["HDR10", nil, nil])
        }

        @Test("Films that state another display keep their pictures, with a warning", .full)
        func displays() async throws {
            try await write(.hevc)
            try await write(.hevc, as: "other.mp4", replacing: ("max-cll=1000,400", "max-cll=600,100"))
            let outcome = try await compose(
                """
                canvas: {width: 96, height: 64, fps: 10}
                video: [{src: film.mp4}, {src: other.mp4}]
                outputs: [{file: kept.mp4, hdr: keep}]
                """)
            #expect(outcome.standardError.contains("other.mp4 states another mastering display or another content"))
            #expect(try await facts("kept.mp4").contains("max_content=1000"))
        }

        @Test("Dolby Vision's metadata is left out, with a warning that names it")
        func dolbyVision() async throws {
            let path = try await write(.hevc)
            try DynamicHDRSamples.addDolbyVision(to: path)
            #expect(try await facts("film.mp4").contains("side_data_type=DOVI configuration record"))
            let outcome = try await compose(
                """
                canvas: {width: 96, height: 64, fps: 10}
                video: [{src: film.mp4}]
                outputs: [{file: kept.mp4, hdr: keep}]
                """)
            #expect(outcome.standardError.contains("warning: The Dolby Vision metadata of film.mp4 is left out"))
            let facts = try await facts("kept.mp4")
            #expect(!facts.contains { $0.contains("DOVI") } && facts.contains("max_content=1000"), "\(facts)")
        }

        @Test("Dolby Vision without a base layer in usual colors is refused, converted, kept or copied", .full)
        func dolbyVisionAlone() async throws {
            let path = try await write(.hevc)
            try DynamicHDRSamples.addDolbyVision(to: path, profile: 5, compatibility: 0)
            #expect(try await facts("film.mp4").contains("dv_profile=5"))
            for (output, exitCode, reason) in [
                ("{file: a.mp4}", 65, "Dolby Vision's profile 5"),
                ("{file: a.mp4, hdr: keep}", 65, "Dolby Vision's profile 5"),
                ("{file: a.mp4, codec: copy}", 64, "Dolby Vision"),
            ] {
                let outcome = try await compose(
                    "{canvas: {width: 96, height: 64, fps: 10}, video: [{src: film.mp4}], outputs: [\(output)]}",
                    expecting: Int32(exitCode))
                #expect(outcome.standardError.contains(reason), "\(outcome.standardError)")
            }
        }

        @Test(
            "Metadata of single scenes is left out, with a warning that names it", .full,
            arguments: DynamicHDRSamples.allCases
        )
        func scenes(sample: DynamicHDRSamples) async throws {
            try await sample.add(to: try await write(.hevc), in: folder)
            let frames = try await Tool.run(
                "ffprobe", ["-v", "error", "-show_frames", "-of", "flat", folder.path("film.mp4")])
            let text = String(decoding: frames, as: UTF8.self)
            #expect(text.split(separator: sample.titleOfFFmpeg).count > 5)
            let outcome = try await compose(
                """
                canvas: {width: 96, height: 64, fps: 10}
                video: [{src: film.mp4}]
                outputs: [{file: kept.mp4, hdr: keep}]
                """)
            #expect(
                outcome.standardError.contains("warning: The \(sample.rawValue) metadata of film.mp4 is left out"),
                "\(outcome.standardError)")
            #expect(try await facts("kept.mp4").contains("max_content=1000"))
        }

        @Test("What is not a plain cut of HDR films of one kind is refused by name, with its line: 65")
        func refusals() async throws {
            try await write(.hevc)
            try await write(.vp9)
            try await Tool.run(
                "ffmpeg",
                ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=96x64:r=10:d=1", "-pix_fmt", "yuv420p"]
                    + [folder.path("plain.mp4")])
            func refusal(_ clips: String, _ rest: String = "", output: String = "") async throws -> String {
                let text = """
                    canvas: {width: 96, height: 64, fps: 10}
                    outputs:
                    - file: kept.mp4
                      hdr: keep
                      \(output)
                    video: [\(clips)]
                    \(rest)
                    """
                return try await compose(text, expecting: 65).standardError
            }
            let film = "{src: film.mp4}"
            for (clips, rest, reason) in [
                ("\(film), {src: film.webm}", "", "film.webm is HLG, but film.mp4 is PQ"),
                ("\(film), {src: plain.mp4}", "", "plain.mp4 is not HDR"),
                ("{title: Hello, for: 1s}, \(film)", "", "Hello is not a film"),
                ("{src: film.mp4, then: {type: fade, duration: 2f}}, \(film)", "", "has a transition to the next clip"),
                (film, "overlays: [{title: Hello, for: end}]", "Hello lies over it"),
                (film, "effects: [{saturation: 0}]", "the whole picture has effects"),
                ("{src: film.mp4, speed: 2}", "", "film.mp4 has another speed"),
            ] {
                let message = try await refusal(clips, rest)
                #expect(message.contains("line 4, column 3: HDR cannot be kept, because"), "\(message)")
                #expect(message.contains(reason), "\(message)")
            }
            let codec = try await refusal(film, output: "codec: h264")
            #expect(codec.contains("H.264 does not keep HDR here. With hdr: keep, write codec: hevc"), "\(codec)")
            let format = try await refusal(film, output: "pixel-format: yuv420p")
            #expect(format.contains("HDR needs 10 bits per sample. With hdr: keep, write pixel-format"), "\(format)")
        }
    }
}
