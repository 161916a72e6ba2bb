import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// Animated pictures as outputs: GIF, WebP and APNG.
    @Suite("Animated pictures")
    struct Animations {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// Writes 8 pictures, numbered from 0, of an odd size, the last two of them equal.
        private func writePictures() async throws {
            _ = try await Tool.run(
                "ffmpeg",
                ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=61x45:r=8:d=1", "-start_number", "0"]
                    + [folder.path("%d.png")])
            try folder.write("7.png", folder.read("6.png"))
        }

        private func pixels(_ name: String) async throws -> [[UInt8]] {
            try await FrameDecoder.frames(of: folder.path(name), as: .rgb24).map { Array($0.bytes) }
        }

        private func make(_ command: [String], expecting status: Int32 = 0) async throws -> Pagereel.Outcome {
            let outcome = try await Pagereel.run(command, folder: folder)
            #expect(outcome.exitCode == status, "\(command): \(outcome.standardError)")
            return outcome
        }

        /// The frames of an animation as Pillow shows them: red, green, blue and alpha, and the times in milliseconds.
        private func pillow(_ name: String) async throws -> (frames: [[UInt8]], times: [Int], loops: Int) {
            let script = """
                import json, sys
                from PIL import Image
                image = Image.open(sys.argv[1])
                frames, times = [], []
                for index in range(image.n_frames):
                    image.seek(index)
                    image.load()
                    frames.append(list(image.convert('RGBA').tobytes()))
                    times.append(round(image.info['duration']))
                print(json.dumps({'frames': frames, 'times': times, 'loops': [image.info.get('loop', -1)]}))
                """
            struct Shown: Decodable {
                let frames: [[UInt8]]
                let times: [Int]
                let loops: [Int]
            }
            let output = try await PythonPackage.pillow.run(script, [folder.path(name)])
            let shown = try JSONDecoder().decode(Shown.self, from: output)
            return (shown.frames, shown.times, shown.loops[0])
        }

        @Test("An APNG and a lossless WebP have the pictures' pixels, their times and no end", .full)
        func exact() async throws {
            try await writePictures()
            let expected = try await pixels("%d.png")
            for name in ["out.apng", "out.webp"] {
                let lossless = name == "out.webp" ? ["--quality", "0"] : []
                _ = try await make(["images", "%d.png", "-o", name, "--fps", "20"] + lossless)
                let (frames, times, loops) = try await pillow(name)
                #expect(loops == 0 && times.reduce(0, +) == 400, "\(name): \(times), \(loops)")
                // libwebp joins equal pictures.
                let shown = zip(frames, times).flatMap { frame, time in [[UInt8]](repeating: frame, count: time / 50) }
                let colors = shown.map { frame in frame.indices.filter { $0 % 4 != 3 }.map { frame[$0] } }
                #expect(colors == expected, "\(name)")
            }
        }

        @Test("An animation plays as often as --loops says, or without end")
        func loops() async throws {
            try await writePictures()
            // GIF states repetitions after the first time (Netscape's extension), and nothing for one that plays once; WebP
            // (ANIM) and APNG (acTL) state how often they play, and 0 without end.
            let stated = ["gif": [-1, 2, 0], "webp": [1, 3, 0], "apng": [1, 3, 0]]
            let kinds = ["gif", "webp", "apng"]
            let outputs = kinds.flatMap { kind in
                ["loops: 1", "loops: 3", "fps: 8"].enumerated().map { "{file: \($0).\(kind), \($1)}" }
            }
            try folder.write(
                "t.yaml",
                "canvas: {width: 60, height: 44, fps: 8}\nvideo: [{src: \"%d.png\"}]\n"
                    + "outputs: [\(outputs.joined(separator: ", "))]\n")
            _ = try await make(["compose", "t.yaml"])
            _ = try await make(["images", "%d.png", "-o", "images.gif", "--loops", "5"])
            let script = """
                import json, sys
                from PIL import Image
                print(json.dumps([Image.open(name).info.get('loop', -1) for name in sys.argv[1:]]))
                """
            let names = kinds.flatMap { kind in (0..<3).map { folder.path("\($0).\(kind)") } }
            let output = try await PythonPackage.pillow.run(script, names + [folder.path("images.gif")])
            #expect(
                try JSONDecoder().decode([Int].self, from: output) == kinds.flatMap { stated[$0] ?? [] } + [4])
            let video = try await make(["images", "%d.png", "-o", "a.mp4", "--loops", "2"], expecting: 64)
            #expect(video.standardError.contains("loops is a setting of animated pictures"), "\(video.standardError)")
        }

        @Test("Transparency is kept in an APNG and a WebP", .full, arguments: ["out.apng", "out.webp"])
        func transparent(name: String) async throws {
            _ = try await Tool.run(
                "ffmpeg",
                ["-v", "error", "-f", "lavfi", "-i", "color=red@0.5:s=16x8,format=rgba", "-frames:v", "3"]
                    + [folder.path("%d.png")])
            let lossless = name == "out.webp" ? ["--quality", "0"] : []
            _ = try await make(["images", "%d.png", "-o", name, "--transparent"] + lossless)
            let (frames, _, _) = try await pillow(name)
            let pixel = try #require(frames.first).prefix(4).map { Int($0) }
            #expect(zip(pixel, [255, 0, 0, 128]).allSatisfy { abs($0 - $1) <= 2 }, "\(pixel)")
        }

        @Test(
            "A GIF of a page has 15 fps and the page's pictures; an existing file is kept unless --overwrite is given")
        func page() async throws {
            try folder.write(
                "page.html",
                """
                <!doctype html><body style="margin: 0; background: #204060"><div id="box" style="position: absolute; \
                width: 20px; height: 20px; background: #e0c020"></div><script>
                requestAnimationFrame(function move(time) {
                    box.style.left = 40 * (Math.floor(performance.now() / 400) % 2) + 'px';
                    requestAnimationFrame(move);
                });
                </script>
                """)
            try folder.write("page.gif", "old")
            let command = ["record", "page.html", "-o", "page.gif", "--size", "101x61", "--duration", "1s"]
            _ = try await make(command, expecting: 73)
            #expect(try folder.read("page.gif") == Data("old".utf8))
            let outcome = try await make(command + ["--overwrite", "--json"])
            #expect(outcome.standardError.contains("15 fps"), "\(outcome.standardError)")
            #expect(outcome.standardOutput.contains("\"container\":\"gif\""))
            let frames = try await FrameDecoder.frames(of: folder.path("page.gif"), as: .rgb24)
            #expect(frames.count == 15 && frames.allSatisfy { $0.width == 101 && $0.height == 61 })
            let colors = [[0xe0, 0xc0, 0x20], [0x20, 0x40, 0x60]]
            for (index, image) in frames.enumerated() {
                let seen = [image.pixel(10, 10), image.pixel(50, 10)]
                #expect(seen == colors || seen == colors.reversed(), "frame \(index)")
            }
            // The box jumps every 0.4 s, which are 6 frames.
            let jumps = zip(frames, frames.dropFirst()).map { $0.pixel(10, 10) != $1.pixel(10, 10) }
            let first = try #require(jumps.firstIndex(of: true))
            #expect(first < 6 && jumps.indices.allSatisfy { jumps[$0] == (($0 - first) % 6 == 0) }, "\(jumps)")
            let packets = try await VideoPackets(of: folder.path("page.gif")).packets
            #expect(packets.map { $0.duration ?? 0 }.reduce(0, +) == 100)
            let file = try folder.read("page.gif")
            #expect(file.range(of: Data("NETSCAPE2.0\u{3}\u{1}\u{0}\u{0}\u{0}".utf8)) != nil)
        }

        @Test("What an animated picture cannot have is refused, with what to do: 64", .full)
        func refused() async throws {
            try await writePictures()
            for (output, options, reason) in [
                ("a.gif", ["--audio", Fixture.audio("loop.ogg")], "no sound"),
                ("a.gif", ["--fps", "60"], "at most 50 fps"),
                ("a.gif", ["--codec", "h264"], "cannot contain H.264"), ("a.gif", ["--transparent"], ".webp and .apng"),
                ("a.webp", ["--bitrate", "1M"], "--quality"), ("a.apng", ["--pixel-format", "yuv420p"], "not of APNG"),
                ("a.gif", ["--live-photo", "a"], "Write to .mp4"), ("a.png", [], "pagereel stills"),
            ] {
                let outcome = try await make(["images", "%d.png", "-o", output] + options, expecting: 64)
                #expect(outcome.standardError.contains(reason), "\(outcome.standardError)")
            }
            #expect(folder.contents.count == 8)
        }

        @Test("A poster is a picture of the video; an existing one is kept before anything is made")
        func poster() async throws {
            try await writePictures()
            let command = ["images", "%d.png", "-o", "out.mkv", "--codec", "ffv1", "--size", "60x44", "--fit", "cover"]
            let poster = ["--poster", "poster.png", "--poster-at"]
            let outcome = try await make(command + poster + ["0.1s", "--json"])
            #expect(outcome.standardOutput.contains("\"poster\":\"poster.png\""))
            let frames = try await pixels("out.mkv")
            #expect(try await pixels("poster.png") == [frames[3]])
            let late = try await make(command + poster + ["1m", "--overwrite", "--json"])
            #expect(late.standardOutput.contains("--poster-at 60 s is behind the end of the video"))
            _ = try await make(command + poster + ["0.2s", "--overwrite"])
            #expect(try await pixels("poster.png") == [frames[6]])
            try FileManager.default.removeItem(atPath: folder.path("out.mkv"))
            let old = try await make(command + poster + ["0s"], expecting: 73)
            #expect(old.standardError.contains("'poster.png' already exists"), "\(old.standardError)")
            #expect(!folder.contains("out.mkv"))
        }

        @Test("The poster of a page is not of one color if the video is not", .full)
        func pagePoster() async throws {
            try folder.write(
                "late.html",
                """
                <!doctype html><body style="background: #fff"><script>
                setTimeout(() => document.body.style.background = 'linear-gradient(#000, #fff)', 700);
                </script>
                """)
            _ = try await make(
                ["record", "late.html", "-o", "late.mp4", "--duration", "1s", "--size", "64x48"]
                    + ["--poster", "late.jpg"])
            let poster = try #require(try await FrameDecoder.frames(of: folder.path("late.jpg"), as: .gray).first)
            #expect(abs(poster.pixel(30, 2)[0] - poster.pixel(30, 45)[0]) > 50)
        }

        @Test("A poster behind the end of the video is the last frame, with a warning that has both times")
        func latePoster() async throws {
            let page = try folder.write("page.html", TestPage.endless)
            let outcome = try await make(
                ["record", page, "-o", "page.mp4", "--duration", "500ms", "--size", "64x48", "--json"]
                    + ["--poster", "page.png", "--poster-at", "4s"])
            let warning = "--poster-at 4 s is behind the end of the video, which lasts 0.500 s"
            #expect(outcome.standardError.contains(warning), "\(outcome.standardError)")
            #expect(outcome.standardOutput.contains(warning), "\(outcome.standardOutput)")
            #expect(folder.contains("page.png"))
        }

        @Test("A timeline's WebP without a time is an animation")
        func timeline() async throws {
            try await writePictures()
            try folder.write(
                "timeline.yaml",
                """
                canvas: {width: 64, height: 48, fps: 20}
                video: [{src: "%d.png"}]
                outputs: [{file: moving.webp, fps: 10, quality: 0}, {file: still.webp, at: 0s}, {file: moving.apng}]
                """)
            let outcome = try await make(["compose", "timeline.yaml", "--json"])
            let made = try #require(
                try JSONSerialization.jsonObject(with: Data(outcome.standardOutput.utf8)) as? [String: Any])
            let outputs = try #require(made["outputs"] as? [[String: Any]])
            #expect(outputs.map { $0["frames"] as? Int } == [4, 1, 8])
            #expect(try folder.read("moving.webp").range(of: Data("ANIM".utf8)) != nil)
            #expect(try folder.read("still.webp").range(of: Data("ANIM".utf8)) == nil)
            #expect(try await pixels("moving.apng").count == 8)
        }

        @Test(
            "A full disk leaves nothing: 74", .full, .enabled(if: SmallDisk.isAvailable, "needs the right to mount"),
            arguments: ["gif", "webp", "apng"])
        func fullDisk(format: String) async throws {
            for index in 0..<4 {
                try folder.write("\(index).bmp", Bitmap.noise(width: 320, height: 240, seed: UInt32(index)))
            }
            try await SmallDisk.mounted(at: folder.makeFolder("disk"), kilobytes: 128) { disk in
                let lossless = format == "webp" ? ["--quality", "0"] : []
                _ = try await make(["images", "%d.bmp", "-o", "\(disk)/out.\(format)"] + lossless, expecting: 74)
                #expect(try FileManager.default.contentsOfDirectory(atPath: disk) == [])
            }
        }
    }
}
