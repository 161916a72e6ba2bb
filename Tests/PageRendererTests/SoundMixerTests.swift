import Testing

@testable import PageRenderer

/// Streams of a page, mixed into the sound of a recording.
@Suite("Sound mixer")
struct SoundMixerTests {
    /// A second, in nanoseconds.
    private static let second: Int64 = 1_000_000_000
    private static let start: Int64 = 5000 * second

    /// A block with the same value in every sample.
    private func block(_ value: Float, at seconds: Double, count: Int = 240, stream: UInt32 = 1) -> SoundBlock {
        SoundBlock(
            stream: stream, start: Self.start + Int64((seconds * Double(Self.second)).rounded()),
            samples: [Float](repeating: value, count: 2 * count))
    }

    private func time(_ seconds: Double) -> Int64 { Self.start + Int64(seconds * Double(Self.second)) }

    /// The left channel of a recording with these runs.
    private func samples(_ runs: [SoundRun], count: Int) -> [Float] {
        var samples = [Float](repeating: 0, count: count)
        for run in runs {
            for place in 0..<run.samples.count / 2 { samples[run.position + place] = run.samples[2 * place] }
        }
        return samples
    }

    @Test("A sample is at the nearest position to its time, also across the start")
    func places() {
        var mixer = SoundMixer()
        // The first half of the block is before the start.
        mixer.add([block(0.5, at: -120 / 48_000)], now: time(0))
        mixer.start(at: time(0))
        mixer.add([block(0.25, at: 0.1 + 0.4 / 48_000)], now: time(0.1))
        let left = samples(mixer.render(upTo: time(1)), count: 48_000)
        #expect(left.indices.filter { left[$0] == 0.5 } == Array(0..<120))
        #expect(left.indices.filter { left[$0] == 0.25 } == Array(4800..<5040))
        #expect(left.filter { $0 != 0 }.count == 360)
        #expect(mixer.lateSamples == 0)
    }

    @Test("Silence is not passed on")
    func silence() {
        var mixer = SoundMixer()
        mixer.start(at: time(0))
        #expect(mixer.render(upTo: time(10)) == [SoundRun(position: 480_000, samples: [])])
        #expect(mixer.render(upTo: time(10)).isEmpty)
        mixer.add([block(1, at: 10.5)], now: time(10.5))
        let runs = mixer.render(upTo: time(12))
        #expect(runs.filter { !$0.samples.isEmpty }.map(\.position) == [480_000])
        #expect(runs.last == SoundRun(position: 576_000, samples: []))
    }

    @Test("Time stamps that differ from the samples by less than a millisecond leave no gap")
    func continues() {
        var mixer = SoundMixer()
        mixer.start(at: time(0))
        // 240 samples are 5 ms; the third block is 20 ms late, so it does leave a gap.
        mixer.add(
            [block(1, at: 0.5), block(1, at: 0.5053), block(1, at: 0.53)], now: time(0.5))
        let left = samples(mixer.render(upTo: time(1)), count: 48_000)
        #expect(left.indices.filter { left[$0] == 1 } == Array(24_000..<24_480) + Array(25_440..<25_680))
    }

    @Test("The order in which streams arrive does not change a bit")
    func order() {
        let blocks = (1...40).map { block(0.1 + 1 / Float($0 * 7), at: 0.5, stream: $0) }
        var results: Set<[Float]> = []
        for order in [
            blocks, blocks.reversed(), blocks.filter { $0.stream % 2 == 0 } + blocks.filter { $0.stream % 2 == 1 },
        ] {
            var mixer = SoundMixer()
            mixer.start(at: time(0))
            mixer.add(order, now: time(0.5))
            results.insert(samples(mixer.render(upTo: time(1)), count: 48_000))
        }
        #expect(results.count == 1)
        #expect(results.first?[24_000] ?? 0 > 4)
    }

    @Test("A pause is cut out to the sample, with a cross-fade of 5 ms")
    func pauses() {
        var mixer = SoundMixer()
        mixer.start(at: time(0))
        mixer.add((0..<200).map { block(1, at: Double($0) * 0.005) }, now: time(0.5))
        mixer.add((0..<200).map { block(0.5, at: 1 + Double($0) * 0.005, stream: 2) }, now: time(1))
        var runs = mixer.render(upTo: time(0.6))
        mixer.pause(at: time(0.75))
        runs += mixer.render(upTo: time(0.9))
        mixer.resume(at: time(1.25))
        mixer.pause(at: time(1.5))
        runs += mixer.render(upTo: time(2))
        let left = samples(runs, count: 48_000)
        #expect(left[..<36_000].allSatisfy { $0 == 1 })
        #expect(left[36_240..<48_000].allSatisfy { $0 == 0.5 })
        // Equal power: from 1 to 0.5 without a jump.
        #expect(abs(left[36_000] - 1) < 0.01)
        #expect(abs(left[36_239] - 0.5) < 0.01)
        for place in 36_000..<36_240 { #expect(abs(left[place] - left[place - 1]) < 0.02) }
        #expect(mixer.lateSamples == 0)
    }

    @Test("An interrupted stream is silent from then on; others go on")
    func interruption() {
        var mixer = SoundMixer()
        mixer.start(at: time(0))
        mixer.add([block(1, at: 0.5), block(0.25, at: 0.5, stream: 2)], now: time(0.5))
        mixer.add([block(0, at: 0.5 + 100 / 48_000, count: 0), block(1, at: 0.6)], now: time(0.51))
        let left = samples(mixer.render(upTo: time(1)), count: 48_000)
        #expect(left.indices.filter { left[$0] == 1.25 } == Array(24_000..<24_100))
        #expect(left.indices.filter { left[$0] == 0.25 } == Array(24_100..<24_240))
        #expect(left.indices.filter { left[$0] == 1 } == Array(28_800..<29_040))
    }

    @Test("Sound that comes after its time was rendered is counted")
    func late() {
        var mixer = SoundMixer()
        mixer.start(at: time(0))
        _ = mixer.render(upTo: time(0.5))
        mixer.add([block(1, at: 0.4975), block(1, at: 100)], now: time(0.5))
        #expect(mixer.lateSamples == 120)
        #expect(samples(mixer.render(upTo: time(1)), count: 48_000).filter { $0 == 1 }.count == 120)
    }
}
