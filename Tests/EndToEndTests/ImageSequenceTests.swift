import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// Pictures that a pattern, a folder, a list or a pipe names.
    @Suite("Image sequences")
    struct ImageSequences {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// Writes 12 pictures, numbered from 3, and returns their pixels as ffmpeg decodes them.
        private func writePictures() async throws -> [[UInt8]] {
            _ = try await Tool.run(
                "ffmpeg",
                ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=12:d=1", "-start_number", "3"]
                    + [folder.path("frame_%04d.png")])
            return try await pixels("frame_%04d.png")
        }

        private func pixels(_ name: String) async throws -> [[UInt8]] {
            try await FrameDecoder.frames(of: folder.path(name), as: .rgb24).map { Array($0.bytes) }
        }

        /// Makes a lossless video, and returns its pixels.
        private func frames(_ arguments: [String], from pipe: String? = nil) async throws -> [[UInt8]] {
            let command = ["images"] + arguments + ["-o", "out.mkv", "--codec", "ffv1", "--overwrite"]
            let shell = pipe.map { ["sh", "-c", "\($0) | '\(Pagereel.executable)' \"$@\"", "sh"] + command }
            let outcome = try await Pagereel.run(
                command, wrapper: shell ?? [], appendsExecutable: shell == nil, folder: folder)
            #expect(outcome.exitCode == 0, "\(arguments): \(outcome.standardError)")
            return try await pixels("out.mkv")
        }

        private func failure(_ arguments: [String]) async throws -> String {
            let outcome = try await Pagereel.run(["images"] + arguments + ["-o", "none.mp4"], folder: folder)
            #expect(outcome.exitCode == 65, "\(arguments)")
            #expect(!folder.contains("none.mp4"))
            return outcome.standardError
        }

        @Test("Numbered pictures are frames, whatever the first number; a missing one is named")
        func numbered() async throws {
            let pictures = try await writePictures()
            #expect(pictures.count == 12)
            #expect(try await frames(["frame_%04d.png"]) == pictures)
            #expect(try await frames(["frame_%04d.png", "--each", "2f"]) == pictures.flatMap { [$0, $0] })
            // A file of that name is that file.
            try folder.write("frame_%04d.png", folder.read("frame_0005.png"))
            #expect(try await frames(["frame_%04d.png", "--each", "1f"]) == [pictures[2]])
            try FileManager.default.removeItem(atPath: folder.path("frame_%04d.png"))
            try FileManager.default.removeItem(atPath: folder.path("frame_0005.png"))
            #expect(
                try await failure(["frame_%04d.png"]).contains(
                    "'frame_0005.png' is missing between 'frame_0004.png' and 'frame_0006.png'."))
            #expect(try await failure(["frame_%d.png"]).contains("'frame_0003.png' has another number of digits"))
        }

        @Test("Folders and quoted patterns have their pictures in natural order; what is left out is named")
        func natural() async throws {
            let pictures = try await writePictures()
            _ = try folder.makeFolder("all/sub")
            for (name, number) in [("IMG10.png", 4), ("img2.png", 3), ("img11.png", 5), (".img1.png", 6)] {
                try folder.write("all/\(name)", folder.read("frame_000\(number).png"))
            }
            try folder.write("all/notes.txt", "none")
            let expected = Array(pictures[0...2])
            #expect(try await frames(["all/i*.png", "--each", "1f"]) == [pictures[0], pictures[2]])
            #expect(try await frames(["all/*.{PNG,png}", "all", "--each", "1f"]).suffix(3) == expected[...])
            let outcome = try await Pagereel.run(["images", "all", "-o", "out.mp4", "--json"], folder: folder)
            let text =
                "Left out of the folder 'all': '.img1.png' (hidden), 'notes.txt' (not a picture), 'sub' (a folder)."
            #expect(outcome.standardError.contains("warning: \(text)"), "\(outcome.standardError)")
            #expect(outcome.standardOutput.contains(text))
            #expect(try await failure(["all/*.tif"]).contains("no file matches it"))
            #expect(try await failure(["all/sub"]).contains("has no pictures: it is empty"))
        }

        @Test("Pictures from a pipe are frames", arguments: ["png", "mjpeg", "bmp"])
        func piped(codec: String) async throws {
            _ = try await writePictures()
            let source = "ffmpeg -v error -start_number 3 -i frame_%04d.png -c:v \(codec) -f image2pipe -"
            _ = try await Tool.run("sh", ["-c", "cd '\(folder.path(""))' && \(source) > pipe.bin"])
            let pictures = try await Tool.run(
                "ffmpeg",
                ["-v", "error", "-f", "\(codec == "mjpeg" ? "jpeg" : codec)_pipe", "-i", folder.path("pipe.bin")]
                    + ["-c:v", "ffv1", "-pix_fmt", "bgr0", folder.path("expected.mkv")])
            #expect(pictures.isEmpty)
            let expected = try await pixels("expected.mkv")
            let seen = try await frames(["-"], from: "cat pipe.bin")
            #expect(seen.count == 12 && expected.count == 12)
            for (one, other) in zip(seen, expected) {
                // Chroma of JPEG may be interpolated differently.
                let limit = codec == "mjpeg" ? 3 : 0
                let difference = zip(one, other).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) } / one.count
                #expect(difference <= limit)
            }
            let command = "head -c -40 pipe.bin | '\(Pagereel.executable)' images - -o none.mp4"
            let cut = try await Pagereel.run(
                [], wrapper: ["sh", "-c", command], appendsExecutable: false, folder: folder)
            #expect(cut.exitCode == 65)
            #expect(cut.standardError.contains("standard input, picture 12"), "\(cut.standardError)")
        }

        @Test("An ffconcat list has times; what it cannot say is named with its line")
        func concat() async throws {
            let pictures = try await writePictures()
            let text = "file 'frame_0003.png'\nduration 0.1\nfile frame_0004.png\nduration 0.2\nfile frame_0004.png\n"
            try folder.write("with.ffconcat", "ffconcat version 1.0\n" + text)
            try folder.write("without.txt", "# for ffmpeg\n" + text)
            let expected = [0, 0, 0, 1, 1, 1, 1, 1, 1].map { pictures[$0] }
            for list in ["with.ffconcat", "without.txt"] { #expect(try await frames(["--list", list]) == expected) }
            try folder.write("points.ffconcat", "ffconcat version 1.0\nfile frame_0003.png\ninpoint 3\n")
            let failure = try await failure(["--list", "points.ffconcat"])
            #expect(failure.contains("points.ffconcat, line 3: ffconcat's 'inpoint' is not supported"), "\(failure)")
        }

        @Test("Sequences are clips of timelines")
        func timeline() async throws {
            let pictures = try await writePictures()
            try folder.write(
                "timeline.yaml",
                """
                canvas: {width: 64, height: 48, fps: 30}
                video:
                  - {src: frame_%04d.png, sequence: {fps: 15}, in: 2f, for: 4f, reverse: true}
                  - {src: frame_%04d.png, sequence: {first: 4, step: 3, count: 2}}
                outputs: [{file: out.mkv, codec: ffv1}]
                """)
            let outcome = try await Pagereel.run(["compose", "timeline.yaml"], folder: folder)
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            #expect(try await pixels("out.mkv") == [2, 2, 1, 1, 1, 1, 1, 4, 4, 4].map { pictures[$0] })
        }

        @Test("OpenTimelineIO's image sequences are clips, and are written as such", .full)
        func interchange() async throws {
            let pictures = try await writePictures()
            try FileManager.default.removeItem(atPath: folder.path("frame_0006.png"))
            let make = """
                import sys, opentimelineio as otio
                T, R = otio.opentime.RationalTime, otio.opentime.TimeRange
                ref = otio.schema.ImageSequenceReference(
                    target_url_base='./', name_prefix='frame_', name_suffix='.png', start_frame=4, frame_step=2, rate=24,
                    frame_zero_padding=4, missing_frame_policy=otio.schema.ImageSequenceReference.MissingFramePolicy.hold,
                    available_range=R(T(48, 24), T(6, 24)))
                clip = otio.schema.Clip(media_reference=ref, source_range=R(T(49, 24), T(5, 24)))
                timeline = otio.schema.Timeline()
                timeline.tracks.append(otio.schema.Track(kind='Video', children=[clip]))
                otio.adapters.write_to_file(timeline, sys.argv[1])
                """
            _ = try await PythonPackage.opentimelineio.run(make, [folder.path("in.otio")])
            try folder.write("timeline.yaml", "outputs: []")
            let made = try await Pagereel.run(
                ["compose", "in.otio", "-o", "out.otio", "-o", "frames/%03d.png"], folder: folder)
            #expect(made.exitCode == 0, "\(made.standardError)")
            let frames = try await pixels("frames/%03d.png")
            // The pictures 4, 6 (missing) and 8 are shown for two frames each, of which the clip leaves out the first.
            #expect(frames == [1, 1, 1, 5, 5].map { pictures[$0] })
            let read = """
                import sys, opentimelineio as otio
                clip = otio.adapters.read_from_file(sys.argv[1]).video_tracks()[0][0]
                ref = clip.media_reference
                print([ref.target_url_for_image_number(i).split('/')[-1] for i in range(ref.number_of_images_in_sequence())])
                print(ref.missing_frame_policy.name, clip.trimmed_range().duration.value)
                """
            let output = try await PythonPackage.opentimelineio.run(read, [folder.path("out.otio")])
            #expect(
                String(decoding: output, as: UTF8.self)
                    == "['frame_0004.png', 'frame_0006.png', 'frame_0008.png']\nhold 5.0\n")
        }
    }
}
