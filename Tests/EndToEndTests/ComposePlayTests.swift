import Foundation
import Subprocess
import TestSupport
import Testing

extension CommandTests {
    /// `pagereel compose --play`: timelines in a browser.
    @Suite("Played timelines")
    struct ComposePlay {
        let folder: TemporaryFolder
        let timeline: String
        /// The samples of the timeline's sound, which begins after half a second.
        let noise: [Int16]

        /// A film with one key frame, a page that counts, a title, transitions, and a sound.
        init() async throws {
            folder = try TemporaryFolder()
            var random = SplitMix(seed: 7)
            noise = (0..<96_000).map { _ in Int16.random(in: -9000...9000, using: &random) }
            let channel = noise.map { Float($0) / 32_768 }
            try WaveFile.data([channel, channel.map { -$0 }]).write(to: URL(filePath: folder.path("noise.wav")))
            try await Tool.run(
                "ffmpeg",
                ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x180:r=30:d=2", "-c:v", "libx264", "-g", "250"]
                    + ["-pix_fmt", "yuv420p", folder.path("film.mp4")])
            try folder.write(
                "page.html",
                """
                <!doctype html><style>html { background: #246; color: #fff; font: 60px sans-serif }</style><p></p>
                <script>
                const count = () => { document.querySelector('p').textContent = Math.round(performance.now()); };
                const draw = () => { count(); requestAnimationFrame(draw); };
                draw();
                </script>
                """)
            timeline = try folder.write(
                "timeline.yaml",
                """
                canvas: {width: 320, height: 180, fps: 30}
                video:
                - {title: {text: Played, size: 24, background: "#404040"}, duration: 1s, then: {type: fade, duration: 10f}}
                - {src: film.mp4, then: {type: push, direction: left, duration: 10f}}
                - {page: page.html, duration: 1s}
                audio:
                - {src: noise.wav, at: 0.5s}
                outputs:
                - {file: frames/%05d.png}
                """)
        }

        /// The number of the timeline's frames.
        static let frames = 100
        var samples: Int { Self.frames * 1600 }

        /// Plays a timeline during the closure, which gets its address.
        @discardableResult
        func play(
            _ options: [String] = [], _ path: String? = nil, signal: Subprocess.Signal = .interrupt,
            environment: [String: String] = [:], _ body: @escaping (String) async throws -> Void
        ) async throws -> Pagereel.Outcome {
            let temporary = try folder.makeFolder("temporary")
            let outcome = try await Pagereel.run(
                ["compose", path ?? timeline, "--play"] + options,
                environment: ["PATH": Pagereel.systemPath, "TMPDIR": temporary].merging(environment) { $1 }
            ) { recording in
                try await recording.wait(for: " (Ctrl-C to stop)")
                let match = recording.console.text.firstMatch(of: #/at (http:\/\/127\.0\.0\.1:[0-9]+\/) \(/#)
                let address = try #require(match).output.1
                try await body(String(address))
                try recording.send(signal)
            }
            #expect(folder.contents.filter { $0.hasPrefix("temporary/") && $0 != "temporary/" } == [])
            return outcome
        }

        func fetch(_ address: String, _ options: [String] = []) async throws -> [UInt8] {
            try await Tool.run("curl", ["--silent", "--show-error", "--max-time", "120"] + options + [address])
        }

        /// The status of a response.
        func status(_ address: String, _ options: [String] = []) async throws -> String {
            let output = ["--output", folder.path("answer"), "--write-out", "%{http_code}"]
            return String(decoding: try await fetch(address, output + options), as: UTF8.self)
        }

        /// Writes the timeline's frames as pictures.
        func compose(_ options: [String] = []) async throws {
            _ = try folder.makeFolder("frames")
            let outcome = try await Pagereel.run(["compose", timeline] + options)
            #expect(outcome.exitCode == 0 && !outcome.standardError.contains("warning"), "\(outcome.standardError)")
        }

        func picture(_ frame: Int) throws -> [UInt8] {
            let number = String(frame)
            return try Array(folder.read("frames/\(String(repeating: "0", count: 5 - number.count))\(number).png"))
        }

        @Test("Pictures are those that compose writes, in any order, and nothing is left after Ctrl-C: 130", .full)
        func pictures() async throws {
            try await compose()
            let before = Set(folder.contents)
            let outcome = try await play { address in
                for frame in [0, 99, 31, 30, 60, 25, 85, 40, 39, 41, 98, 0] {
                    let file = try await fetch("\(address)frames/\(frame).png")
                    #expect(try file == picture(frame), "frame \(frame)")
                }
                for frame in [50, 51, 53] {
                    try Data(try await fetch("\(address)frames/\(frame).jpg"))
                        .write(to: URL(filePath: folder.path("temporary/\(frame).jpg")))
                    let jpeg = try #require(
                        try await FrameDecoder.frames(of: folder.path("temporary/\(frame).jpg"), as: .rgb24).first)
                    let path = folder.path("frames/000\(frame).png")
                    let png = try #require(try await FrameDecoder.frames(of: path, as: .rgb24).first)
                    let difference = zip(jpeg.bytes, png.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
                    #expect(difference < png.bytes.count * 3, "frame \(frame)")
                    try FileManager.default.removeItem(atPath: folder.path("temporary/\(frame).jpg"))
                }
                #expect(try await status("\(address)frames/100.png") == "404")
                #expect(try await status("\(address)frames/-1.png") == "404")
                #expect(try await status("\(address)frames/1.gif") == "404")
                #expect(try await status("\(address)film.mp4") == "404")
            }
            #expect(outcome.exitCode == 130, "\(outcome.standardError)")
            #expect(outcome.standardOutput == "")
            #expect(outcome.standardError.contains("playing \(timeline) at http://127.0.0.1:"))
            #expect(Set(folder.contents).subtracting(before).isSubset(of: ["temporary/", "answer"]))
        }

        @Test("The sound has the timeline's samples, in any range of bytes", .full)
        func sound() async throws {
            let outcome = try await play(signal: .terminate) { address in
                let file = try await fetch("\(address)sound.wav")
                try #require(file.count == 44 + samples * 4)
                let expected = [Int16](repeating: 0, count: 24_000) + noise
                let silence = [Int16](repeating: 0, count: samples - expected.count)
                var bytes: [UInt8] = []
                for value in expected + silence {
                    for value in [value, -value] {
                        bytes += [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
                    }
                }
                #expect(file.dropFirst(44).elementsEqual(bytes))
                for range in [0...9, 40...47, 44...44, 96_045...96_047, 100_001...200_002, 639_000...700_000] {
                    let part = try await fetch(
                        "\(address)sound.wav", ["--range", "\(range.lowerBound)-\(range.upperBound)"])
                    #expect(part.elementsEqual(file[range.clamped(to: 0...file.count - 1)]), "\(range)")
                }
                #expect(try await status("\(address)sound.wav", ["--range", "44-"]) == "206")
                #expect(try await status("\(address)sound.wav", ["--range", "640044-"]) == "416")
                let head = String(decoding: try await fetch("\(address)sound.wav", ["--head"]), as: UTF8.self)
                #expect(head.contains("Content-Length: 640044") && head.contains("Content-Type: audio/wav"), "\(head)")
                let probe = try await Probe.read("\(address)sound.wav")
                #expect(probe.audio?.durationTs == samples)
            }
            #expect(outcome.exitCode == 143, "\(outcome.standardError)")
        }

        @Test("Other websites can neither read nor write", .full)
        func security() async throws {
            try await play { address in
                let port = try #require(URL(string: address)?.port)
                #expect(try await status(address, ["--header", "Host: localhost:\(port)"]) == "200")
                for host in ["rebound.example:\(port)", "127.0.0.1", "127.0.0.1:1"] {
                    let refused = try await status("\(address)frames/0.png", ["--header", "Host: \(host)"])
                    #expect(refused == "421", "\(host)")
                }
                for method in ["POST", "PUT", "DELETE"] {
                    #expect(try await status("\(address)timeline.json", ["--request", method]) == "405")
                }
                let head = String(decoding: try await fetch(address, ["--head"]), as: UTF8.self)
                #expect(head.contains("Cross-Origin-Resource-Policy: same-origin"), "\(head)")
                #expect(head.contains("Content-Security-Policy: default-src 'none'"), "\(head)")
                // On the loopback interface only.
                let listening = try await Tool.run("cat", ["/proc/net/tcp", "/proc/net/tcp6"])
                let place = String(port, radix: 16, uppercase: true)
                let pattern = try Regex(": ([0-9A-F]+):0*\(place) [0-9A-F:]+ 0A")
                let found = String(decoding: listening, as: UTF8.self).matches(of: pattern)
                #expect(found.map { $0.output[1].substring.map(String.init) } == ["0100007F"])
            }
        }

        @Test("A browser is opened if there is a display, except with --no-open", .full)
        func opens() async throws {
            let path = try folder.write("color.yaml", "video:\n- {color: \"#f00\", for: 1s}\n")
            let opened = folder.path("opened")
            _ = try folder.makeFolder("tools")
            let tool = try folder.write("tools/xdg-open", "#!/bin/sh\nprintf '%s' \"$1\" > '\(opened)'\n")
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tool)
            let tools = "\(folder.path("tools")):\(Pagereel.systemPath)"
            let display = ["PATH": tools, "DISPLAY": ":9"]
            try await play(["--no-open"], path, environment: display) { _ in }
            try await play([], path, environment: ["PATH": tools]) { _ in }
            #expect(!folder.contains("opened"))
            try await play([], path, environment: display) { address in
                try await Condition.wait(for: "xdg-open") {
                    (try? String(contentsOfFile: opened, encoding: .utf8)) == address
                }
            }
            try folder.write("tools/xdg-open", "#!/bin/sh\nexit 3\n")
            let outcome = try await Pagereel.run(["compose", path, "--play"], environment: display) { recording in
                try await recording.wait(for: "Open the address")
                try recording.send(.interrupt)
            }
            #expect(outcome.exitCode == 130, "\(outcome.standardError)")
        }

        @Test("A file that is lost is an error until it is back, and a damaged one a warning, once", .full)
        func damage() async throws {
            try await Tool.run(
                "ffmpeg",
                ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x180:r=30:d=4", "-c:v", "libx264", "-g", "30"]
                    + ["-movflags", "+faststart", folder.path("whole.mp4")])
            let whole = try folder.read("whole.mp4")
            try folder.write("cut.mp4", whole.prefix(whole.count * 6 / 10))
            let still = try folder.write("still.bmp", Bitmap.flat(0x12_3456, width: 320, height: 180))
            let path = try folder.write(
                "damaged.yaml",
                "canvas: {width: 320, height: 180, fps: 30}\nvideo:\n- {src: still.bmp, for: 1s}\n- {src: cut.mp4}\n"
                    + "audio:\n- {src: noise.wav}\n")
            let sound = try folder.read("noise.wav")
            let outcome = try await play([], path) { address in
                try FileManager.default.moveItem(atPath: still, toPath: still + ".away")
                try FileManager.default.removeItem(atPath: folder.path("noise.wav"))
                #expect(try await status("\(address)frames/0.png") == "500")
                let message = try String(contentsOfFile: folder.path("answer"), encoding: .utf8)
                #expect(message.contains("still.bmp"), "\(message)")
                try await Browser.running(in: folder) { browser in
                    try await browser.open(address)
                    try await browser.wait(
                        until: "document.getElementById('message')?.textContent.includes('still.bmp')")
                    #expect(try await browser.evaluate("document.getElementById('message').hidden") as? Bool == false)
                    try FileManager.default.moveItem(atPath: still + ".away", toPath: still)
                    try folder.write("noise.wav", sound)
                    try await browser.press("ArrowRight")
                    try await browser.wait(until: "document.querySelector('canvas').dataset.frame === '1'")
                    let words = try await browser.evaluate("document.getElementById('message').textContent")
                    #expect((words as? String)?.contains("still.bmp") == false)
                }
                for frame in [148, 40, 149, 148] {
                    #expect(try await status("\(address)frames/\(frame).png") == "200")
                }
            }
            #expect(outcome.exitCode == 130, "\(outcome.standardError)")
            let warnings = outcome.standardError.matches(of: /warning: .*cut\.mp4.*/)
            #expect(warnings.count == 1 && warnings[0].output.contains("line 4"), "\(outcome.standardError)")
        }

        @Test("Ctrl-C while pages are recorded leaves nothing: 130", .full)
        func interrupted() async throws {
            let path = try folder.write("long.yaml", "video:\n- {page: page.html, duration: 10m}\n")
            let temporary = try folder.makeFolder("temporary")
            var descendants: [ProcessTable.Entry] = []
            let outcome = try await Pagereel.run(
                ["compose", path, "--play"], environment: ["PATH": Pagereel.systemPath, "TMPDIR": temporary]
            ) { recording in
                try await recording.wait(for: "recording the page")
                try await Condition.wait(for: "the engine") {
                    descendants = recording.descendants
                    return !descendants.isEmpty
                }
                try recording.send(.interrupt, toGroup: true)
            }
            try await descendants.waitForEnd()
            #expect(outcome.exitCode == 130, "\(outcome.standardError)")
            #expect(!outcome.standardError.contains("playing") && !outcome.standardError.contains("error"))
            #expect(folder.contents.filter { $0.hasPrefix("temporary/") && $0 != "temporary/" } == [])
        }

        @Test("A port in use, unknown frames, broken timelines and contradictory options are errors")
        func errors() async throws {
            let path = try folder.write("color.yaml", "video:\n- {color: \"#f00\", for: 1s}\n")
            try await play([], path) { address in
                let port = try #require(URL(string: address)?.port)
                let outcome = try await Pagereel.run(["compose", path, "--play", "--port", "\(port)"])
                #expect(outcome.exitCode == 69)
                #expect(outcome.standardError.contains("Port \(port) of 127.0.0.1 is in use"), "\(outcome)")
            }
            let broken = try folder.write("broken.yaml", "video:\n- {src: none.mp4}\n")
            for (options, status, words) in [
                ([path, "--frames", "10..40"], 64, "--frames ends with frame 40"), ([broken], 65, "line 2"),
                ([path, "-o", folder.path("out.mp4")], 64, "writes no files"), ([path, "--explain"], 64, "--explain"),
                ([path, "--retry", "2"], 64, "--retry"), ([path, "--json"], 64, "--json"),
                ([path, "--port", "0"], 64, "1 to 65535"),
            ] as [([String], Int32, String)] {
                let outcome = try await Pagereel.run(["compose", "--play"] + options)
                #expect(outcome.exitCode == status, "\(options) \(outcome.standardError)")
                #expect(outcome.standardError.contains(words), "\(options) \(outcome.standardError)")
            }
            let alone = try await Pagereel.run(["compose", path, "--port", "8000"])
            #expect(alone.exitCode == 64 && alone.standardError.contains("--port needs --play"), "\(alone)")
        }
    }
}
