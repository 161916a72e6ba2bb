import Foundation
import Subprocess
import TestSupport
import Testing

extension CommandTests {
    /// `pagereel compose` with several outputs writes all of them or none.
    @Suite("Outputs of timelines")
    struct ComposeOutputs {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        private func compose(
            _ text: String, _ options: [String] = [], expecting exitCode: Int32 = 0,
            sourceLocation: SourceLocation = #_sourceLocation, during body: (Recording) async throws -> Void = { _ in }
        ) async throws -> Pagereel.Outcome {
            let path = try folder.write("timeline.yaml", text)
            let outcome = try await Pagereel.run(["compose", path] + options, during: body)
            #expect(outcome.exitCode == exitCode, "\(outcome.standardError)", sourceLocation: sourceLocation)
            return outcome
        }

        @Test("Ctrl-C leaves existing files unchanged: 130")
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

        @Test("An output that cannot be written is reported with its line: 64, 65 or 73")
        func lines() async throws {
            try folder.write("old.gif", "old")
            try folder.write("dot.bmp", Bitmap.flat(0xff0000))
            func timeline(_ file: String) -> String {
                "canvas: {width: 64, height: 48}\nvideo: [{src: dot.bmp, for: 1s}]\noutputs:\n- file: \(file)"
            }
            let number = try await compose(timeline("\"%03d-%03d.png\""), expecting: 65)
            #expect(number.standardError.contains("timeline.yaml, line 4, column 3: The output"))
            let old = try await compose(timeline("old.gif"), expecting: 73)
            #expect(old.standardError.contains("timeline.yaml, line 4: "))
            try FileManager.default.createSymbolicLink(atPath: folder.path("dot.gif"), withDestinationPath: "dot.bmp")
            let source = try await compose(timeline("dot.gif"), ["--overwrite"], expecting: 64)
            #expect(source.standardError.contains("timeline.yaml, line 4: The output"))
            #expect(source.standardError.contains("which the timeline is made of"))
            #expect(try folder.read("old.gif") == Data("old".utf8))
        }

        @Test("An output of another shape than the canvas is squeezed, and a warning names its line")
        func squeezed() async throws {
            let outputs =
                "[{file: a.mp4, width: 60, height: 60}, {file: b.mp4, width: 60}, {file: c.mp4, width: 34, height: 20}]"
            let text = "canvas: {width: 100, height: 60}\nvideo: [{color: white, for: 0.1s}]\noutputs: \(outputs)"
            let words = "line 3: The output's 60x60 has another shape than the canvas's 100x60, so its picture is "
            for options in [[], ["--explain"]] {
                let outcome = try await compose(text, options)
                let warnings = outcome.standardError.split(separator: "\n").filter { $0.contains("squeezed") }
                // The sides of the third are the exact ones, rounded to even numbers.
                #expect(warnings.count == 1 && warnings[0].contains(words), "\(outcome.standardError)")
            }
            let video = try await Probe.read(folder.path("b.mp4")).video
            #expect(video?.width == 60 && video?.height == 36)
        }

        @Test("Films at 3840x2160 with dissolves take no more memory than two of them need", .full)
        func memory() async throws {
            _ = try await Tool.run(
                "ffmpeg",
                ["-v", "error", "-f", "lavfi", "-i", "testsrc2=size=3840x2160:rate=30:duration=0.5"]
                    + ["-c:v", "libx264", "-preset", "ultrafast", "-bf", "2", "-pix_fmt", "yuv420p"]
                    + [folder.path("film.mp4")])
            _ = try folder.makeFolder("frames")
            let path = try folder.write(
                "timeline.yaml",
                """
                canvas: {width: 3840, height: 2160, fps: 30}
                defaults: {transition: {type: fade, duration: 4f}}
                video: [\(Array(repeating: "{src: film.mp4, for: 12f}", count: 4).joined(separator: ", "))]
                outputs: [{file: "frames/%05d.jpg", width: 64}]
                """)
            let outcome = try await Pagereel.run(["compose", path, "--quiet"], wrapper: PeakMemory.wrapper)
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            // A picture takes 33 MB. The pictures that each clip and the transitions once used, kept until the end, would
            // take 100 to 250 MB more.
            #expect(try (100_000...700_000).contains(PeakMemory.kilobytes(outcome)))
        }

        @Test("An HDR film is converted to BT.709")
        func hdr() async throws {
            // A gray of 26.4 cd/m² in PQ, 13 % of the reference white's light: 0.13 ^ (1 / 2.4) = 109 / 255.
            let power = pow(26.4 / 10_000, 2610.0 / 16_384)
            let value = pow((3424.0 / 4096 + 2413.0 / 128 * power) / (1 + 2392.0 / 128 * power), 2523.0 / 32)
            let luma = Int((64 + 876 * value).rounded())
            _ = try await Tool.run(
                "ffmpeg",
                ["-v", "error", "-f", "lavfi", "-i", "color=black:s=64x48:r=10:d=0.5"]
                    // FFmpeg 7 keeps the colors of the frames rather than those of options of the output.
                    + [
                        "-vf",
                        "format=yuv420p10le,geq=lum=\(luma):cb=512:cr=512,"
                            + "setparams=color_primaries=bt2020:color_trc=smpte2084:colorspace=bt2020nc:range=tv",
                    ]
                    + ["-c:v", "libx265", "-x265-params", "log-level=none", folder.path("film.mp4")])
            _ = try await compose(
                """
                canvas: {width: 64, height: 48, fps: 10}
                video: [{src: film.mp4}]
                outputs: [{file: out.mp4}]
                """)
            let frames = try await FrameDecoder.frames(of: folder.path("out.mp4"), as: .rgb24)
            #expect(frames.count == 5)
            #expect(frames.last?.pixel(30, 20).allSatisfy { abs($0 - 109) <= 4 } == true)
        }

        @Test("A full disk leaves existing files unchanged: 74", .enabled(if: SmallDisk.isAvailable))
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
                #expect(
                    outcome.standardError.contains("The disk is full: '\(disk)/"), "\(outcome.standardError)")
                #expect(folder.contents == ["disk/", "disk/out.mp4", "timeline.yaml"])
            }
        }
    }
}
