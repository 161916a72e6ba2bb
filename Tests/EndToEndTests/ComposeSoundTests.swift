import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// `pagereel compose`: the sound of pages.
    @Suite("The sound of a timeline's pages")
    struct ComposeSound {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            // A click each half second, first after a quarter.
            var clicks = [Float](repeating: 0, count: 96_000)
            for place in Self.clicks { clicks[place] = 0.9 }
            try WaveFile.data([clicks, clicks]).write(to: URL(filePath: folder.path("clicks.wav")))
            let tone = WaveFile.tone(480, amplitude: 0.4, count: 96_000)
            try WaveFile.data([tone, tone]).write(to: URL(filePath: folder.path("tone.wav")))
            try folder.write("clicks.html", Self.player("clicks.wav"))
            try folder.write("tone.html", Self.player("tone.wav"))
            try folder.write("silent.html", "<!doctype html><style>html { background: #f00 }</style>")
        }

        /// The samples of the page's clicks, counted from its start signal.
        private static let clicks = [12_000, 36_000, 60_000, 84_000]

        /// A page that sends its start signal as it begins to play, and flashes with the clicks for two frames.
        private static func player(_ file: String) -> String {
            """
            <!doctype html><meta charset="utf-8"><title>Player</title><style>html { background: #000 }</style>
            <audio src=\(file)></audio>
            <script>
            const player = document.querySelector('audio');
            const paint = color => { document.documentElement.style.background = color; };
            player.addEventListener('canplaythrough', () => {
                webkit.messageHandlers.pagereel.postMessage('start');
                player.play();
                for (let time = 250; time < 2000; time += 500) {
                    setTimeout(() => paint('#fff'), time);
                    setTimeout(() => paint('#000'), time + 65);
                }
            }, {once: true});
            </script>
            """
        }

        /// A clip of the page with the clicks.
        private static func page(_ name: String, _ keys: String) -> String {
            "{page: {src: \(name).html, start: signal}, \(keys)}"
        }

        /// Renders clips to a file.
        private func compose(
            _ clips: [String], overlays: [String] = [], to name: String = "out.mp4", _ options: [String] = [],
            loops: Int = 0, sourceLocation: SourceLocation = #_sourceLocation
        ) async throws -> String {
            let list = { (items: [String]) in items.map { "- \($0)\n" }.joined() }
            let path = try folder.write(
                "timeline.yaml",
                "canvas: {width: 320, height: 180, fps: 30}\nvideo:\n\(list(clips))"
                    + (overlays.isEmpty ? "" : "overlays:\n\(list(overlays))"))
            let outcome = try await BusyLoops.running(loops) {
                try await Pagereel.run(
                    ["compose", path, "-o", folder.path(name), "--overwrite"] + options,
                    environment: ["PATH": Pagereel.systemPath, "TMPDIR": folder.path])
            }
            #expect(outcome.exitCode == 0, "\(outcome.standardError)", sourceLocation: sourceLocation)
            #expect(!outcome.standardError.contains("warning"), "\(outcome.standardError)")
            return folder.path(name)
        }

        /// Expects clicks within a tolerance, and a flash of the page in the frame of each.
        private func expectClicks(
            _ places: [Int], in path: String, tolerance: Int = 48, isReversed: Bool = false,
            sourceLocation: SourceLocation = #_sourceLocation
        ) async throws {
            let clicks = try await SoundTrack(of: path).clicks
            #expect(clicks.count == places.count, "\(clicks)", sourceLocation: sourceLocation)
            for (click, place) in zip(clicks, places) {
                #expect(abs(click - place) <= tolerance, "\(clicks)", sourceLocation: sourceLocation)
            }
            let frames = try await FrameDecoder.frames(of: path, as: .rgb24)
            let isWhite = frames.map { ($0.pixel($0.width / 2, $0.height / 2).first ?? 0) > 128 }
            for place in places {
                // A frame before and after, because the page's timer and the display have their own moments.
                let near = max(0, place / 1600 - 1)..<min(isWhite.count, place / 1600 + 2)
                #expect(isWhite[near].contains(true), "\(place)", sourceLocation: sourceLocation)
            }
        }

        @Test(
            "Each click is at the clip's place and the page's time", .full, arguments: LongTests.areOn ? [0, 2] : [0])
        func places(loops: Int) async throws {
            let path = try await compose(
                [
                    "{color: black, for: 1s, then: {type: fade, duration: 3f}}", Self.page("clicks", "for: 2s"),
                    "{color: black, for: 10f}",
                ], loops: loops)
            try await expectClicks(Self.clicks.map { 43_200 + $0 }, in: path)
            // The recorded page has the same clicks, to the sample.
            let alone = folder.path("alone.mp4")
            try await VirtualRecording.record(
                folder.path("clicks.html"), to: alone, TestPage.small + ["--duration", "2s"])
            let (composed, recorded) = (try await SoundTrack(of: path).clicks, try await SoundTrack(of: alone).clicks)
            #expect(zip(composed, recorded).allSatisfy { abs($0 - $1 - 43_200) <= 1 }, "\(composed) \(recorded)")
            let sound = try #require(try await Probe.read(path).audio)
            #expect(sound.durationTs == (27 + 60 + 10) * 1600)
        }

        @Test("A part of the page and of the timeline has the sound of that part", .full)
        func parts() async throws {
            let path = try await compose(
                ["{color: black, for: 10f}", Self.page("clicks", "in: 0.5s, for: 1.5s")],
                ["--frames", "20..54"])
            // Frame 10 shows the page's second half second.
            try await expectClicks(Self.clicks.dropFirst(2).map { $0 - 24_000 - 16_000 }, in: path)
        }

        @Test("A pause of the page cuts its sound and its pictures", .full)
        func pause() async throws {
            let page = try folder.read("clicks.html")
            try folder.write(
                "paused.html",
                String(decoding: page, as: UTF8.self) + """
                    <script>
                    player.addEventListener('canplaythrough', () => {
                        for (const [signal, time] of [['pause', 600], ['resume', 1100]]) {
                            setTimeout(() => webkit.messageHandlers.pagereel.postMessage(signal), time);
                        }
                    }, {once: true});
                    </script>
                    """)
            let path = try await compose(["{color: black, for: 10f}", Self.page("paused", "for: 1.5s")])
            // The click at 0.75 s is in the pause.
            try await expectClicks([28_000, 52_000, 76_000], in: path)
        }

        @Test("Speed and direction apply to the sound as to the pictures", .full)
        func playback() async throws {
            let fast = try await compose([Self.page("clicks", "for: 1s, speed: 2")])
            // A click that is stretched is spread, as that of a video is.
            try await expectClicks(Self.clicks.map { $0 / 2 }, in: fast, tolerance: 240)
            let backward = try await compose([Self.page("clicks", "for: 2s, reverse: true")])
            try await expectClicks(Self.clicks.reversed().map { 95_999 - $0 }, in: backward)
        }

        @Test("A clip's volume and fades apply to its page, and off silences it")
        func volume() async throws {
            let path = try await compose([
                Self.page("tone", "for: 1.5s"), Self.page("tone", "for: 1.5s, audio: {volume: -6dB, fade: [0s, 0.5s]}"),
                Self.page("tone", "for: 1.5s, audio: off"),
            ])
            let track = try await SoundTrack(of: path)
            // A sine of amplitude 0.4.
            #expect(abs(track.level(0.2..<1.3) - 0.2828) < 0.005)
            #expect(abs(track.level(1.7..<2.4) - 0.2828 * 0.5012) < 0.005)
            #expect(track.level(2.9..<3) < 0.2828 * 0.5012 * 0.5)
            #expect(track.level(3.1..<4.4) < 0.001)
        }

        @Test("A page's sound is cross-faded in a transition", .full)
        func transition() async throws {
            let path = try await compose([
                Self.page("tone", "for: 1.5s, then: {type: fade, duration: 1s}"), "{color: black, for: 1.5s}",
            ])
            let track = try await SoundTrack(of: path)
            #expect(abs(track.level(0.1..<0.4) - 0.2828) < 0.005)
            // In the middle of a fade of equal power.
            #expect(abs(track.level(0.99..<1.01) - 0.2) < 0.01)
            #expect(track.level(1.5..<2) < 0.001)
        }

        @Test("A timeline whose pages are silent has the sound of its other clips only", .full)
        func silent() async throws {
            try await Tool.run(
                "ffmpeg",
                ["-v", "error", "-f", "lavfi", "-i", "color=0x0000ff:s=320x180:r=30:d=1,format=bgr0"]
                    + ["-f", "lavfi", "-i", "sine=r=48000:d=1", "-c:v", "ffv1", folder.path("film.mkv")])
            var tracks: [[Float]] = []
            for (index, audio) in ["{volume: 1}", "off"].enumerated() {
                let path = try await compose(
                    ["{src: film.mkv}"], overlays: ["{page: silent.html, for: 0.5s, audio: \(audio)}"],
                    to: "\(index).mp4")
                tracks.append(try await SoundTrack(of: path).samples)
            }
            #expect(tracks[0] == tracks[1])
            let path = try await compose(["{page: silent.html, for: 0.5s}"])
            #expect(try await Probe.read(path).streams.count == 1)
            let off = try await compose([Self.page("tone", "for: 0.5s, audio: off")])
            #expect(try await Probe.read(off).streams.count == 1)
        }
    }
}
