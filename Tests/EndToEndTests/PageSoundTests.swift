import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// The page's own sound, on the virtual clock except where a test says so.
    @Suite("The page's own sound")
    struct PageSound {
        private let folder: TemporaryFolder
        private let output: String
        /// Options that make the same file each time.
        private static let repeatable =
            TestPage.small + ["--date", "2026-01-01T00:00:00Z", "--seed", "1", "--threads", "2"]

        init() throws {
            folder = try TemporaryFolder()
            output = folder.path("out.webm")
        }

        /// Plays a click each half second from when it is called, in a context of its own.
        private static let webAudio = """
            const playClicks = count => {
                const context = new AudioContext();
                const click = context.createBuffer(1, 1, context.sampleRate);
                click.getChannelData(0)[0] = 1;
                for (let index = 1; index <= count; index++) {
                    const source = context.createBufferSource();
                    source.buffer = click;
                    source.connect(context.destination);
                    source.start(index / 2);
                }
            };
            """

        /// A wave file with a click each half second, first after a quarter.
        private func clicks(seconds: Int, rate: Int = 48_000) -> Data {
            var samples = [Float](repeating: 0, count: seconds * rate)
            for place in stride(from: rate / 4, to: samples.count, by: rate / 2) { samples[place] = 0.9 }
            return WaveFile.data([samples, samples], sampleRate: rate)
        }

        /// A page that records itself for 2 s from when its `<audio>` or `<video>` can play, and plays it.
        private static func player(_ element: String) -> String {
            """
            <!doctype html><meta charset="utf-8"><title>Player</title><body style="margin: 0">\(element)
            <script>
            const send = message => webkit.messageHandlers.pagereel.postMessage(message);
            const player = document.querySelector('audio, video');
            player.addEventListener('canplaythrough', () => {
                send('start');
                player.play();
                setTimeout(() => send('stop'), 2000);
            }, {once: true});
            </script>
            """
        }

        /// Expects clicks of WebAudio half a second apart.
        ///
        /// From WebKitGTK 2.54 on, a context starts up to 12 ms of the page's time after it was
        /// created, the same in each run.
        private func expectHalfSeconds(
            _ clicks: [Int], count: Int, from first: Int, tolerance: Int = 1,
            sourceLocation: SourceLocation = #_sourceLocation
        ) {
            #expect(clicks.count == count, "\(clicks)", sourceLocation: sourceLocation)
            guard let start = clicks.first else { return }
            #expect((first - 48..<first + 600).contains(start), "\(clicks)", sourceLocation: sourceLocation)
            for (index, click) in clicks.enumerated() {
                #expect(abs(click - start - 24_000 * index) <= tolerance, "\(clicks)", sourceLocation: sourceLocation)
            }
        }

        @Test("A click of WebAudio is at its sample", .full, arguments: ["24", "30", "60"])
        func webAudioClicks(rate: String) async throws {
            let page = try folder.write(
                "page.html",
                TestPage.html(
                    script: "\(Self.webAudio) send('start'); playClicks(4); after(2500, () => send('stop'));"))
            let summary = try await VirtualRecording.record(page, to: output, TestPage.small + ["--fps", rate])
            #expect(summary.sound?.samples == summary.frames * 48_000 / (Int(rate) ?? 1))
            expectHalfSeconds(try await SoundTrack(of: output).clicks, count: 4, from: 24_000)
        }

        @Test("In real time no click is missing", .full)
        func realTime() async throws {
            let page = try folder.write(
                "page.html",
                TestPage.html(
                    script: "\(Self.webAudio) send('start'); playClicks(8); after(5000, () => send('stop'));"))
            let summary = try await VirtualRecording.record(
                page, to: output, TestPage.small + ["--clock", "realtime"])
            // A machine that is too busy is said.
            guard !summary.warnings.contains(where: { $0.contains("it came too late") }) else { return }
            let clicks = try await SoundTrack(of: output).clicks
            #expect(clicks.count == 8, "\(clicks)")
            for (click, next) in zip(clicks, clicks.dropFirst()) {
                #expect(abs(next - click - 24_000) < 960, "\(clicks)")
            }
        }

        @Test("A click of an <audio> is within a millisecond of its time", arguments: [48_000, 44_100])
        func audioElement(sampleRate: Int) async throws {
            let page = try folder.write("page.html", Self.player("<audio src=clicks.wav></audio>"))
            try clicks(seconds: 2, rate: sampleRate).write(to: URL(filePath: folder.path("clicks.wav")))
            try await VirtualRecording.record(page, to: output)
            let clicks = try await SoundTrack(of: output).clicks
            #expect(clicks.count == 4)
            for (index, click) in clicks.enumerated() {
                #expect(abs(click - 24_000 * index - 12_000) <= 48, "\(clicks)")
            }
        }

        /// Makes a video with a flash in the eighth frame of each half second, and a click at the same time.
        private func makeFlashes() async throws {
            var samples = [Float](repeating: 0, count: 96_000)
            for index in 0..<4 { samples[24_000 * index + 7 * 1600] = 0.9 }
            try WaveFile.data([samples, samples]).write(to: URL(filePath: folder.path("clicks.wav")))
            let flashes = "color=black:s=160x90:r=30:d=2,drawbox=c=white:t=fill:enable='eq(mod(n,15),7)'"
            try await Tool.run(
                "ffmpeg",
                ["-v", "error", "-f", "lavfi", "-i", flashes, "-i", folder.path("clicks.wav")]
                    + ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "aac", folder.path("flashes.mp4")])
        }

        @Test("A <video>'s flash and click are in the same frame", .full)
        func videoElement() async throws {
            try await makeFlashes()
            let page = try folder.write(
                "page.html", Self.player("<video src=flashes.mp4 style='width: 100vw; height: 100vh'></video>"))
            try await VirtualRecording.record(page, to: output)
            let frames = try await FrameDecoder.frames(of: output, as: .rgb24)
            let flashes = frames.indices.filter {
                frames[$0].bytes.dropFirst(frames[$0].bytes.count / 2).first ?? 0 > 128
            }
            let clicks = try await SoundTrack(of: output).clicks
            #expect(flashes.count == 4)
            #expect(clicks.count == 4)
            for (flash, click) in zip(flashes, clicks) {
                // Half a frame is 800 samples.
                #expect(abs(flash * 1600 - click) <= 800, "\(flashes) \(clicks)")
            }
        }

        @Test(
            "Two recordings of a sounding page are the same file, also under load", .full,
            arguments: [("mp4", 2), ("mkv", 0)])
        func determinism(ending: String, loops: Int) async throws {
            try await makeFlashes()
            let page = try folder.write(
                "page.html",
                TestPage.html(
                    body: "<video src=flashes.mp4></video><audio src=clicks.wav></audio>",
                    script: """
                        \(Self.webAudio)
                        send('start');
                        playClicks(4);
                        document.querySelector('audio').play();
                        after(300, () => document.querySelector('video').play());
                        after(2000, () => send('stop'));
                        """))
            var files: [Data] = []
            for loops in [0, loops] {
                let name = "out.\(ending)"
                _ = try await BusyLoops.running(loops) {
                    try await VirtualRecording.record(page, to: folder.path(name), Self.repeatable + ["--overwrite"])
                }
                files.append(try folder.read(name))
            }
            #expect(files[0] == files[1])
        }

        @Test("A silent page has no sound track", .full, arguments: ["mp4", "webm"])
        func silent(ending: String) async throws {
            let page = try folder.write("page.html", TestPage.timed(500))
            let name = "out.\(ending)"
            let summary = try await VirtualRecording.record(page, to: folder.path(name))
            #expect(summary.sound == nil)
            #expect(try await Probe.read(folder.path(name)).streams.count == 1)
            let tracked = try await VirtualRecording.record(
                page, to: folder.path(name), TestPage.small + ["--page-audio", "on", "--overwrite"])
            #expect(tracked.sound?.samples == 24_000)
            #expect(try await Probe.read(folder.path(name)).streams.count == 2)
            #expect(try await SoundTrack(of: folder.path(name)).samples.allSatisfy { abs($0) < 0.001 })
        }

        @Test(
            "--page-audio off and --page-volume 0 leave the page's sound out",
            arguments: [["--page-audio", "off"], ["--page-volume", "0"]])
        func off(options: [String]) async throws {
            let page = try folder.write(
                "page.html",
                TestPage.html(
                    script: "\(Self.webAudio) send('start'); playClicks(1); after(1000, () => send('stop'));"))
            let summary = try await VirtualRecording.record(page, to: output, TestPage.small + options)
            #expect(summary.sound == nil)
            #expect(try await Probe.read(output).streams.count == 1)
        }

        @Test(
            "Sound that begins late has silence before it, in every container", .full,
            arguments: ["mp4", "mkv", "webm"])
        func late(ending: String) async throws {
            let page = try folder.write(
                "page.html",
                TestPage.html(
                    script: """
                        \(Self.webAudio)
                        send('start');
                        after(2000, () => playClicks(2));
                        after(3500, () => send('stop'));
                        """))
            let path = folder.path("out.\(ending)")
            let summary = try await VirtualRecording.record(page, to: path)
            #expect(summary.sound?.samples == summary.frames * 1600)
            let track = try await SoundTrack(of: path)
            #expect(track.samples.count >= summary.frames * 1600)
            expectHalfSeconds(track.clicks, count: 2, from: 120_000)
            #expect(try await Probe.read(path).video?.packetCount == summary.frames)
        }

        @Test("A script reads the same time of a context in each run", .full)
        func contextTime() async throws {
            let page = try folder.write(
                "page.html",
                TestPage.html(
                    script: """
                        const context = new AudioContext({sampleRate: 48000});
                        const times = [];
                        // Every 8 ms, three steps of a context end just then.
                        const timer = setInterval(() => {
                            times.push(Math.round(context.currentTime * 48000));
                            if (times.length < 25) return;
                            clearInterval(timer);
                            document.title = times.join(' ');
                            send('stop');
                        }, 8);
                        context.resume().then(() => send('start'));
                        """))
            var titles: [String] = []
            // WebKitGTK 2.54 aligns nested timers to random instants, which a seed repeats.
            for loops in [0, 2] {
                titles.append(
                    try await BusyLoops.running(loops) {
                        try await VirtualRecording.record(
                            page, to: output, TestPage.small + ["--overwrite", "--seed", "1"]
                        ).title
                    })
            }
            #expect(titles[0].split(separator: " ").count == 25, "\(titles[0])")
            #expect(titles[1] == titles[0], "\(titles)")
        }

        @Test("The summary says what the page played, and a loud page is limited", .full)
        func loud() async throws {
            let page = try folder.write(
                "page.html",
                TestPage.html(
                    script: """
                        send('start');
                        after(500, () => {
                            const context = new AudioContext();
                            for (const frequency of [440, 440, 440, 440]) {
                                const tone = new OscillatorNode(context, {frequency});
                                tone.connect(context.destination);
                                tone.start();
                                tone.stop(1);
                            }
                        });
                        after(2000, () => send('stop'));
                        """))
            let summary = try await VirtualRecording.record(page, to: output)
            let heard = try #require(summary.sound?.page)
            #expect(heard.streams == 1)
            // WebKit has rendered the first milliseconds when the tones are added.
            #expect((0.5..<0.57).contains(heard.start))
            #expect((1.499..<1.52).contains(heard.end))
            // Four times full scale are 12 dB.
            #expect(abs(heard.peak - 12) < 0.2, "\(heard.peak)")
            // Two channels of such a sine are 11.4 LUFS (ITU-R BS.1770), and blocks with their end are quieter.
            #expect((8...11.4).contains(heard.loudness ?? 0), "\(heard)")
            // The limiter leaves 0.97, and the codec overshoots a little.
            let track = try await SoundTrack(of: output)
            #expect(track.samples.allSatisfy { abs($0) < 1.2 })
            #expect(abs(track.level(0.7..<1.3) - 0.686) < 0.05)
        }

        @Test("A page whose sound is hostile is recorded to its end", .full, arguments: HostileSound.all)
        func hostile(sound: HostileSound) async throws {
            let page = try folder.write(
                "page.html",
                TestPage.html(script: "send('start'); after(1000, () => send('stop')); \(sound.script)"))
            let summary = try await VirtualRecording.record(page, to: output)
            #expect(abs(summary.frames - 30) <= 1)
            #expect(summary.exitReason == "stopped")
            let refused = summary.warnings.contains { $0.contains("More than 64 things on the page sounded") }
            #expect(refused == sound.isRefused, "\(summary.warnings)")
            guard summary.sound != nil else { return }
            let track = try await SoundTrack(of: output)
            #expect(track.samples.allSatisfy { $0.isFinite && abs($0) < 1.5 })
        }

        @Test("check reports when the page is heard, and --expect checks it", .full)
        func expectations() async throws {
            let page = try folder.write(
                "page.html",
                TestPage.html(
                    script: "\(Self.webAudio) send('start'); playClicks(3); after(2000, () => send('stop'));"))
            func check(_ page: String, _ expectation: String) async throws -> Pagereel.Outcome {
                try await Pagereel.run(["check", page, "--expect", expectation] + TestPage.small)
            }
            let met = try await check(page, "sound between 0.5s and 1s, sound < 1s after start")
            #expect(met.exitCode == 0, "\(met.standardOutput)")
            #expect(met.standardOutput.contains("The page was heard from "))
            let unmet = try await check(page, "no sound")
            #expect(unmet.exitCode == 1, "\(unmet.standardOutput)")
            let quiet = try await check(try folder.write("quiet.html", TestPage.timed(500)), "no sound")
            #expect(quiet.exitCode == 0, "\(quiet.standardOutput)")
            #expect(!quiet.standardOutput.contains("heard"))
        }

        @Test("check --update writes when a page is heard, and silence where it was expected to sound", .full)
        func update() async throws {
            _ = try folder.write("clicks.wav", clicks(seconds: 2))
            _ = try folder.write("player.html", Self.player("<audio src=clicks.wav></audio>"))
            _ = try folder.write(
                "clicks.html",
                TestPage.html(
                    script: "\(Self.webAudio) send('start'); playClicks(1); after(1000, () => send('stop'));"))
            _ = try folder.write("quiet.html", TestPage.timed(500))
            let cases = try folder.write(
                "cases.yaml",
                """
                defaults: {size: 320x180}
                pages:
                  - page: player.html
                  - page: clicks.html
                    expect: start, no sound
                  - page: quiet.html
                    expect:
                      - sound within 2s
                  - page: quiet.html
                    expect: start
                """)
            let written = try await Pagereel.run(["check", cases, "--update"])
            #expect(written.exitCode == 0, "\(written.standardError)")
            let updated = try String(decoding: folder.read("cases.yaml"), as: UTF8.self)
            let sounds = updated.split(separator: "- page: ").dropFirst().map { entry in
                entry.split(separator: "\n").filter { $0.contains("sound") }
            }
            try #require(sounds.count == 4, "\(updated)")
            #expect(sounds[0].count == 1 && sounds[0][0].contains(#/- 'sound at 0\.[0-9]+s'/#), "\(updated)")
            #expect(sounds[1].count == 1 && sounds[1][0].contains(#/- 'sound at 0\.[0-9]+s'/#), "\(updated)")
            #expect(sounds[2] == ["      - 'no sound'"], "\(updated)")
            #expect(sounds[3] == [], "\(updated)")
            let again = try await Pagereel.run(["check", cases, "--failures", folder.path("failures")])
            #expect(again.exitCode == 0, "\(updated)\n\(again.standardOutput)")
            let single = try await Pagereel.run(
                ["check", folder.path("clicks.html"), "--update", "--clock", "realtime"] + TestPage.small)
            #expect(single.standardOutput.contains(#/sound at 0\.[0-9]+s \+- 250ms, /#), "\(single.standardOutput)")
        }

        @Test("A pause cuts the sound to the sample")
        func pause() async throws {
            let page = try folder.write(
                "page.html",
                TestPage.html(
                    script: """
                        \(Self.webAudio)
                        send('start');
                        playClicks(6);
                        after(750, () => send('pause'));
                        after(1750, () => send('resume'));
                        after(3250, () => send('stop'));
                        """))
            let summary = try await VirtualRecording.record(page, to: output)
            // The clicks at 1 s and 1.5 s are in the pause of a second.
            expectHalfSeconds(try await SoundTrack(of: output).clicks, count: 4, from: 24_000, tolerance: 48)
            #expect(summary.sound?.samples == summary.frames * 1600)
        }
    }
}
