import Foundation
import Subprocess
import TestSupport
import Testing

extension CommandTests {
    /// Videos from pictures.
    @Suite("Images")
    struct Images {
        private let folder: TemporaryFolder
        private let fast = ["--preset", "ultrafast", "--fps", "10"]

        init() throws { folder = try TemporaryFolder() }

        private func images(_ arguments: [String]) async throws -> Pagereel.Outcome {
            try await Pagereel.run(["images"] + arguments + fast, folder: folder)
        }

        private func summary(_ outcome: Pagereel.Outcome) throws -> [String: Any] {
            let object = try JSONSerialization.jsonObject(with: Data(outcome.standardOutput.utf8))
            return try #require(object as? [String: Any])
        }

        @Test("Pictures of any size become frames in order, with sound")
        func made() async throws {
            try folder.write("1.bmp", Bitmap.flat(0xff0000, width: 61, height: 45))
            try folder.write("2.bmp", Bitmap.flat(0x00ff00, width: 10, height: 45))
            try folder.write("3.bmp", Bitmap.flat(0x0000ff, width: 122, height: 90))
            let outcome = try await images(
                ["1.bmp", "2.bmp", "3.bmp", "-o", "out.mp4", "--each", "0.3s", "--background", "#fff", "--json"]
                    + ["--audio", Fixture.audio("loop.ogg")])
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            let summary = try summary(outcome)
            #expect(summary["frames"] as? Int == 9 && summary["pictures"] as? Int == 3)
            // An odd size is made even by repeating its edge.
            #expect(summary["width"] as? Int == 62 && summary["height"] as? Int == 46)
            #expect((summary["sound"] as? [String: Any])?["samples"] as? Int == 43_200)
            let frames = try await FrameDecoder.frames(of: folder.path("out.mp4"), as: .rgb24)
            #expect(frames.count == 9)
            for (index, color) in [(0, [255, 0, 0]), (2, [255, 0, 0]), (3, [0, 255, 0]), (6, [0, 0, 255])] {
                let seen = frames[index].pixel(30, 22)
                #expect(zip(seen, color).allSatisfy { abs($0 - $1) <= 6 }, "frame \(index): \(seen)")
            }
            #expect(frames[4].pixel(2, 22).allSatisfy { $0 >= 250 })
            let audio = try #require(try await Probe.read(folder.path("out.mp4")).audio)
            #expect(audio.durationTs == 43_200)
            let text = try String(
                contentsOf: Fixture.repository.appendingPathComponent("docs/images.md"), encoding: .utf8)
            for key in summary.keys { #expect(text.contains("`\(key)`"), "\(key) is not documented") }
        }

        @Test("A fade mixes adjacent pictures in each of its frames")
        func fade() async throws {
            try folder.write("a.bmp", Bitmap.flat(0x000000))
            try folder.write("b.bmp", Bitmap.flat(0xffffff))
            let outcome = try await images(
                ["a.bmp", "b.bmp", "-o", "out.mp4", "--each", "1s", "--transition", "fade:0.4s", "--quiet"])
            #expect(outcome.exitCode == 0 && outcome.standardError == "", "\(outcome.standardError)")
            let frames = try await FrameDecoder.frames(of: folder.path("out.mp4"), as: .gray)
            #expect(frames.count == 16)
            for (index, level) in [(5, 0), (6, 32), (7, 96), (8, 159), (9, 223), (10, 255)] {
                #expect(abs(frames[index].pixel(32, 24)[0] - level) <= 3, "frame \(index)")
            }
        }

        @Test("An animated WebP plays in images and in timelines, also backward", .full)
        func animatedWebP() async throws {
            _ = try await Tool.run(
                "ffmpeg",
                ["-v", "error", "-f", "lavfi", "-i", "color=red:s=64x48:r=10:d=0.3", "-f", "lavfi"]
                    + ["-i", "color=blue:s=64x48:r=10:d=0.2", "-filter_complex", "[0][1]concat"]
                    + ["-c:v", "libwebp_anim", "-lossless", "1", folder.path("moving.webp")])
            let plain = try await images(["moving.webp", "-o", "plain.mp4", "--json"])
            #expect(plain.exitCode == 0, "\(plain.standardError)")
            #expect(try summary(plain)["frames"] as? Int == 5)
            let timeline = try folder.write(
                "timeline.yaml",
                "canvas: {width: 64, height: 48, fps: 10}\nvideo: [{src: moving.webp, reverse: true}]")
            let reversed = try await Pagereel.run(["compose", timeline, "-o", "reversed.mp4"], folder: folder)
            #expect(reversed.exitCode == 0, "\(reversed.standardError)")
            for (name, reds) in [
                ("plain.mp4", [true, true, true, false, false]), ("reversed.mp4", [false, false, true, true, true]),
            ] {
                let frames = try await FrameDecoder.frames(of: folder.path(name), as: .rgb24)
                #expect(frames.map { $0.pixel(30, 22)[0] > 128 } == reds, "\(name)")
                #expect(frames.map { $0.pixel(30, 22)[2] > 128 } == reds.map { !$0 }, "\(name)")
            }
        }

        @Test("A list sets the time of each picture")
        func lists() async throws {
            try folder.write("one picture.bmp", Bitmap.flat(0x000000))
            try folder.write("b.bmp", Bitmap.flat(0xffffff))
            try folder.write("list.txt", "# two\n\n  one picture.bmp   0.5s\nb.bmp\n")
            let outcome = try await images(["--list", "list.txt", "-o", "list.mkv", "--each", "0.2s", "--json"])
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            #expect(try summary(outcome)["frames"] as? Int == 7)
            let piped = try await Pagereel.run(
                [], wrapper: ["sh", "-c", "'\(Pagereel.executable)' images --list - -o piped.mkv --json <list.txt"],
                appendsExecutable: false, folder: folder)
            #expect(try summary(piped)["pictures"] as? Int == 2, "\(piped.standardError)")
        }

        @Test(
            "An error in a list is reported with its line: 65", .full,
            arguments: [
                ("a.bmp 1s\nnone.bmp 2s\n", "list, line 2: ", "none.bmp"), ("a.bmp 0s\n", "list, line 1: ", "time"),
                ("# nothing\n", "list", "no picture"),
                ("- {src: a.bmp, for: 1s}\n", "list, line 1: ", "one picture per line"),
            ])
        func wrongLists(text: String, place: String, reason: String) async throws {
            try folder.write("a.bmp", Bitmap.flat(0))
            try folder.write("list", text)
            let outcome = try await images(["--list", "list", "-o", "out.mp4"])
            #expect(outcome.exitCode == 65)
            #expect(outcome.standardError.contains(place) && outcome.standardError.contains(reason))
            #expect(folder.contents == ["a.bmp", "list"])
        }

        @Test("A damaged picture is named, and the old video is kept: 65", .full)
        func damaged() async throws {
            let whole = Bitmap.flat(0x808080)
            try folder.write("a.bmp", whole)
            try folder.write("cut.bmp", whole.prefix(1000))
            try folder.write("out.mp4", "old")
            let outcome = try await images(["a.bmp", "cut.bmp", "a.bmp", "-o", "out.mp4", "--overwrite"])
            #expect(outcome.exitCode == 65)
            #expect(outcome.standardError.contains("cut.bmp"), "\(outcome.standardError)")
            #expect(folder.contents == ["a.bmp", "cut.bmp", "out.mp4"])
            #expect(try folder.read("out.mp4") == Data("old".utf8))
        }

        @Test("Transitions that are too long or unknown are usage errors: 64", .full)
        func usage() async throws {
            try folder.write("a.bmp", Bitmap.flat(0))
            try folder.write("b.bmp", Bitmap.flat(0))
            let long = try await images(["a.bmp", "b.bmp", "-o", "out.mp4", "--each", "1s", "--transition", "fade:2s"])
            #expect(long.exitCode == 64)
            #expect(long.standardError.contains("a.bmp") && long.standardError.contains("b.bmp"))
            for arguments in [
                ["-o", "out.mp4"], ["a.bmp", "--list", "b", "-o", "out.mp4"], ["a.bmp", "-o", "out.txt"],
                ["a.bmp", "-o", "out.mp4", "--transition", "wipe"],
                ["a.bmp", "-o", "out.mp4", "--transition", "zoom-up:1s"], ["a.bmp", "-o", "out.mp4", "--fit", "fill"],
                ["a.bmp", "-o", "out.mp4", "--size", "0x5"], ["a.bmp", "-o", "out.mp4", "--background", "blue-ish"],
            ] {
                #expect(try await images(arguments).exitCode == 64, "\(arguments)")
            }
            #expect(folder.contents == ["a.bmp", "b.bmp"])
        }

        @Test(
            "Interruption while encoding leaves nothing: 130 by Ctrl-C, 143 by SIGTERM", .full,
            arguments: [true, false])
        func stopped(byTerminal: Bool) async throws {
            try folder.write("a.bmp", Bitmap.flat(0))
            let outcome = try await Pagereel.run(
                ["images", "a.bmp", "-o", "sub/out.mp4", "--each", "100h"] + fast, folder: folder
            ) { recording in
                try await Condition.wait(for: "the file") { recording.isWriting(in: folder) }
                try recording.send(byTerminal ? .interrupt : .terminate, toGroup: byTerminal)
            }
            #expect(outcome.exitCode == (byTerminal ? 130 : 143))
            #expect(folder.contents == ["a.bmp"])
        }

        @Test("Interruption while reading pictures leaves nothing", .full)
        func stoppedEarly() async throws {
            try folder.write("a.bmp", Bitmap.flat(0))
            try folder.write("list", String(repeating: "a.bmp\n", count: 300_000))
            let outcome = try await Pagereel.run(
                ["images", "--list", "list", "-o", "out.mp4"] + fast, folder: folder
            ) { recording in
                try await recording.wait(for: "300000 pictures")
                try recording.send(.interrupt)
            }
            #expect(outcome.exitCode == 130)
            #expect(folder.contents == ["a.bmp", "list"])
        }

        @Test("A full disk leaves nothing: 74", .full, .enabled(if: SmallDisk.isAvailable, "needs the right to mount"))
        func fullDisk() async throws {
            try folder.write("a.bmp", Bitmap.noise(width: 320, height: 240, seed: 1))
            try folder.write("b.bmp", Bitmap.noise(width: 320, height: 240, seed: 2))
            try await SmallDisk.mounted(at: folder.makeFolder("disk"), kilobytes: 128) { disk in
                let outcome = try await images(
                    ["a.bmp", "b.bmp", "a.bmp", "b.bmp", "-o", disk + "/out.mp4", "--each", "0.1s", "--quality", "1"])
                #expect(outcome.exitCode == 74, "\(outcome.standardError)")
                #expect(try FileManager.default.contentsOfDirectory(atPath: disk) == [])
            }
        }

        @Test("Three hundred pictures take no more memory than thirty", .full)
        func memory() async throws {
            try folder.write("a.bmp", Bitmap.noise(width: 640, height: 360, seed: 1))
            try folder.write("b.bmp", Bitmap.noise(width: 640, height: 360, seed: 2))
            var peaks: [Int] = []
            for count in [30, 300] {
                try folder.write("list", String(repeating: "a.bmp\nb.bmp\n", count: count / 2))
                let outcome = try await Pagereel.run(
                    ["images", "--list", "list", "-o", "\(count).mp4", "--size", "64x36", "--each", "0.2s"]
                        + ["--transition", "fade:0.1s", "--quiet"] + fast,
                    wrapper: PeakMemory.wrapper, folder: folder)
                #expect(outcome.exitCode == 0, "\(outcome.standardError)")
                peaks.append(try PeakMemory.kilobytes(outcome))
            }
            // All the others would take 240 MB; freed memory accounts for up to a tenth of that.
            #expect(peaks[0] > 10_000 && peaks[1] < peaks[0] + 24_000, "\(peaks) kB")
        }
    }
}
