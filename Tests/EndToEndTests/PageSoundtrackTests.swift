import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// The page's own sound together with a soundtrack.
    @Suite("The page's sound and a soundtrack")
    struct PageSoundtrack {
        private let folder: TemporaryFolder
        private let output: String

        init() throws {
            folder = try TemporaryFolder()
            output = folder.path("out.webm")
        }

        /// A page that records itself and plays a tone from 1 s on.
        ///
        /// - Parameters:
        ///   - seconds: The length of the recording.
        ///   - length: The length of the tone in seconds (default: up to the end).
        private func tonePage(
            seconds: Double, frequency: Int = 1000, amplitude: Double = 1, length: Double = 60
        ) throws -> String {
            try folder.write(
                "page.html",
                TestPage.html(
                    script: """
                        send('start');
                        after(1000, () => {
                            const context = new AudioContext();
                            const tone = new OscillatorNode(context, {frequency: \(frequency)});
                            const gain = new GainNode(context, {gain: \(amplitude)});
                            tone.connect(gain).connect(context.destination);
                            tone.start();
                            tone.stop(\(length));
                        });
                        after(\(Int(seconds * 1000)), () => send('stop'));
                        """))
        }

        /// A soundtrack of 1 s: a tone of 480 Hz.
        private func makeSoundtrack() throws -> String {
            let path = folder.path("tone.wav")
            let tone = WaveFile.tone(480, amplitude: 0.2, count: 48_000)
            try WaveFile.data([tone, tone]).write(to: URL(filePath: path))
            return path
        }

        @Test("The page's sound is mixed with the soundtrack")
        func mixed() async throws {
            let page = try tonePage(seconds: 2, amplitude: 0.4)
            let soundtrack = try makeSoundtrack()
            let summary = try await VirtualRecording.record(
                page, to: output, TestPage.small + ["--audio", soundtrack, "--page-volume", "0.5"])
            #expect(summary.sound?.file == soundtrack)
            let track = try await SoundTrack(of: output)
            // A sine of amplitude 0.2 has a level of 0.2 / √2, two of them √2 times that.
            #expect(abs(track.level(0.1..<0.9) - 0.141) < 0.01)
            #expect(abs(track.level(1.1..<1.9) - 0.2) < 0.01)
        }

        @Test(
            "The page and the soundtrack can have a track each", .full,
            arguments: [
                ("out.mp4", []), ("out.mp4", ["--audio-ducking"]), ("out.mkv", []), ("out.webm", []), ("out.mov", []),
            ])
        func separateTracks(name: String, ducking: [String]) async throws {
            let page = try tonePage(seconds: 3)
            let soundtrack = try makeSoundtrack()
            let output = folder.path(name)
            let summary = try await VirtualRecording.record(
                page, to: output, TestPage.small + ["--audio", soundtrack, "--audio-tracks", "separate"] + ducking)
            #expect(summary.sound?.tracks == ["Page", "Soundtrack"])
            #expect(summary.sound?.loops == 2)
            let sounds = try await Probe.read(output).streams.filter { $0.codecType == "audio" }
            let titles = sounds.map { $0.tags?["title"] ?? $0.tags?["handler_name"] }
            #expect(titles == ["Page", "Soundtrack"])
            let (first, second) = (try await SoundTrack(of: output, 0), try await SoundTrack(of: output, 1))
            #expect(first.level(0.1..<0.9) < 0.001)
            #expect(abs(first.level(1.2..<2.9) - 0.68) < 0.03, "\(first.level(1.2..<2.9))")
            #expect(abs(second.level(0.1..<0.9) - 0.141) < 0.01)
            let under = second.level(1.5..<2.9)
            #expect(ducking.isEmpty ? abs(under - 0.141) < 0.01 : under < 0.05, "\(under)")
            // `show` measures both.
            let sheet = try await Pagereel.run(["show", output]).standardOutput
            let lines = sheet.split(separator: "\n").filter { $0.contains(" LUFS") }
            #expect(lines.count == 2, "\(sheet)")
            let words = [("Page: ", ["; 0.99", "; 1.0"]), ("Soundtrack: ", ["; 0.0"])]
            for (line, (title, starts)) in zip(lines, words) {
                #expect(line.contains(title) && starts.contains { line.contains($0) }, "\(sheet)")
            }
        }

        @Test("A silent page has no track beside the soundtrack's", .full)
        func separateSilence() async throws {
            let page = try folder.write(
                "page.html", TestPage.html(script: "send('start'); after(500, () => send('stop'));"))
            let soundtrack = folder.path("tone.wav")
            try WaveFile.data([[0.1, -0.1], [0.1, -0.1]]).write(to: URL(filePath: soundtrack))
            let summary = try await VirtualRecording.record(
                page, to: output, TestPage.small + ["--audio", soundtrack, "--audio-tracks", "separate"])
            #expect(summary.sound?.tracks == ["Soundtrack"])
            let sounds = try await Probe.read(output).streams.filter { $0.codecType == "audio" }
            #expect(sounds.map { $0.tags?["title"] } == ["Soundtrack"])
        }

        @Test("--audio-ducking turns the soundtrack down while the page sounds", .full)
        func ducking() async throws {
            let page = try tonePage(seconds: 3.5, frequency: 5000, amplitude: 0.3, length: 1)
            let soundtrack = try makeSoundtrack()
            var levels: [[Float]] = []
            for options in [[], ["--audio-ducking"]] {
                try await VirtualRecording.record(
                    page, to: output, TestPage.small + ["--audio", soundtrack, "--overwrite"] + options)
                let track = try await SoundTrack(of: output, filter: "lowpass=1000:poles=2,lowpass=1000:poles=2")
                levels.append([0.2..<0.9, 1.5..<1.9, 3.2..<3.4].map(track.level))
            }
            // -13.5 dB is 12.5 dB above the threshold; five sixths of that are taken away.
            #expect(abs(levels[1][0] / levels[0][0] - 1) < 0.05, "\(levels)")
            #expect((0.2...0.45).contains(levels[1][1] / levels[0][1]), "\(levels)")
            #expect(abs(levels[1][2] / levels[0][2] - 1) < 0.1, "\(levels)")
            let refused = try await Pagereel.run(["record", page, "-o", output, "--overwrite", "--audio-ducking"])
            #expect(refused.exitCode == 64)
            #expect(refused.standardError.contains("--audio-ducking needs a soundtrack"))
        }
    }
}
