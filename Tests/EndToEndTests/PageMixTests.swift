import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// Several streams of a page at once.
    @Suite("The mix of a page's sounds")
    struct PageMix {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// Noise below 3 kHz, which AAC keeps.
        private func noise(seed: UInt64, seconds: Double) -> [Float] {
            var generator = SplitMix(seed: seed)
            var (first, second, third) = (Float(0), Float(0), Float(0))
            return (0..<Int(seconds * 48_000)).map { _ in
                let white = Float(generator.next() >> 40) / Float(1 << 23) - 1
                first += (white - first) * 0.15
                second += (first - second) * 0.15
                third += (second - third) * 0.15
                return third
            }
        }

        /// Adds a part of a sound, all times in seconds.
        private func add(
            _ sound: [Float], from: Double = 0, at start: Double, until end: Double, gain: Float = 1,
            to mix: inout [Float]
        ) {
            let (source, place) = (Int(from * 48_000), Int(start * 48_000))
            for index in 0..<Int((end - start) * 48_000) {
                mix[place + index] += gain * sound[(source + index) % sound.count]
            }
        }

        @Test("Three streams of two origins are added up at their places: paused, quieter and looped")
        func three() async throws {
            let (framed, quiet, looped) = (
                noise(seed: 1, seconds: 2), noise(seed: 2, seconds: 2.5), noise(seed: 3, seconds: 0.5)
            )
            for (name, sound) in [("quiet.wav", quiet), ("looped.wav", looped)] {
                try WaveFile.data([sound]).write(to: URL(filePath: folder.path(name)))
            }
            let inner = """
                <!doctype html><audio src="data:audio/wav;base64,\(WaveFile.data([framed]).base64EncodedString())"></audio>
                <script>
                const player = document.querySelector('audio');
                player.addEventListener('canplaythrough', () => parent.postMessage('ready', '*'), {once: true});
                addEventListener('message', () => {
                    setTimeout(() => player.play(), 500);
                    setTimeout(() => player.pause(), 1000);
                    setTimeout(() => player.play(), 1500);
                });
                </script>
                """
            let output = folder.path("out.mp4")
            try await WebServer.serving(["/inner.html": .init(inner)]) { server in
                let page = try folder.write(
                    "page.html",
                    """
                    <!doctype html><title>Mix</title><audio id=quiet src=quiet.wav></audio>
                    <audio id=looped loop src=looped.wav></audio>
                    <iframe src="\(server.url("/inner.html"))"></iframe>
                    <script>
                    const send = message => webkit.messageHandlers.pagereel.postMessage(message);
                    let waiting = 3;
                    // Later, WebKit would play what it has prepared at the old volume.
                    quiet.volume = 0.5;
                    const ready = () => { if (--waiting === 0) setTimeout(begin, 50); };
                    for (const player of [quiet, looped]) {
                        player.addEventListener('canplaythrough', ready, {once: true});
                    }
                    addEventListener('message', ready, {once: true});
                    const begin = () => {
                        send('start');
                        frames[0].postMessage('begin', '*');
                        setTimeout(() => quiet.play(), 250);
                        setTimeout(() => looped.play(), 750);
                        setTimeout(() => send('stop'), 2500);
                    };
                    </script>
                    """)
                let summary = try await VirtualRecording.record(
                    page, to: output, TestPage.small + ["--allow-local", "--audio-bitrate", "512k"])
                #expect(summary.warnings == [])
            }
            var reference = [Float](repeating: 0, count: 120_000)
            add(framed, at: 0.5, until: 1, to: &reference)
            add(framed, from: 0.5, at: 1.5, until: 2.5, to: &reference)
            add(quiet, at: 0.25, until: 2.5, gain: 0.5, to: &reference)
            add(looped, at: 0.75, until: 2.5, to: &reference)
            let samples = Array(try await SoundTrack(of: output).samples.prefix(120_000))
            func power(_ values: [Float]) -> Double { values.reduce(0) { $0 + Double($1) * Double($1) } }
            let product = zip(samples, reference).reduce(0) { $0 + Double($1.0) * Double($1.1) }
            let correlation = product / (power(samples) * power(reference)).squareRoot()
            #expect(correlation > 0.999, "\(correlation)")
            #expect(abs(10 * log10(power(samples) / power(reference))) < 0.1)
        }

        @Test("A sound at another speed keeps its pitch, without distortion", .full, arguments: [1.5, 0.75])
        func speed(rate: Double) async throws {
            let tone = WaveFile.tone(480, count: 288_000)
            try WaveFile.data([tone]).write(to: URL(filePath: folder.path("tone.wav")))
            let page = try folder.write(
                "page.html",
                """
                <!doctype html><title>Speed</title><audio src=tone.wav></audio>
                <script>
                const send = message => webkit.messageHandlers.pagereel.postMessage(message);
                const player = document.querySelector('audio');
                player.volume = 0.5;
                player.playbackRate = \(rate);
                player.addEventListener('canplaythrough', () => {
                    send('start');
                    player.play();
                    setTimeout(() => send('stop'), 2000);
                }, {once: true});
                </script>
                """)
            let output = folder.path("out.mp4")
            try await VirtualRecording.record(page, to: output, TestPage.small)
            let samples = Array(try await SoundTrack(of: output).samples[4800..<91_200])
            // The same tone, at the phase at which it was recorded.
            let angles = samples.indices.map { 2 * Double.pi * 480 * Double($0) / 48_000 }
            let pairs = zip(samples, angles)
            let (real, imaginary) = (
                pairs.reduce(0) { $0 + Double($1.0) * cos($1.1) }, pairs.reduce(0) { $0 + Double($1.0) * sin($1.1) }
            )
            let count = Double(samples.count)
            let power = samples.reduce(0) { $0 + Double($1) * Double($1) } / count
            let ofTone = 2 * (real * real + imaginary * imaginary) / (count * count)
            #expect((ofTone / power).squareRoot() > 0.999)
            // A tone of half the amplitude 0.5.
            #expect(abs(10 * log10(power / (0.25 * 0.25 / 2))) < 0.1)
        }
    }
}
