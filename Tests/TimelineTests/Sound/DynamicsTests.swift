import Encoder
import Foundation
import TestSupport
import Testing

@testable import LibAV
@testable import Timeline

@Suite("Ducking and limiting")
struct DynamicsTests {
    private let sounds: SoundPlan

    init() throws { sounds = try SoundPlan() }

    @Test("A ducked sound falls by the ratio and recovers")
    func depth() throws {
        // A steady 0.25 has a level of -12.04 dB: 13.96 dB above the threshold, of which a sixth
        // remains.
        let voice = try sounds.sound(SoundPlan.level(0.25, count: 96_000), "a.wav", at: 48_000..<144_000)
        let music = try sounds.sound(SoundPlan.level(0.5, count: 288_000), "b.wav", at: 0..<288_000) {
            $0.ducking = Ducking()
        }
        let mixed = try SoundPlan.mix(SoundPlan.timeline(frames: 180, [voice, music]))
        #expect(mixed[47_999] == 0.5)
        let ducked = 0.5 * pow(10, -(26 - 12.0412) * 5 / 6 / 20)
        #expect(abs(Double(mixed[143_000] - 0.25) - ducked) < 1e-3)
        // After a few times the attack, the reduction is complete.
        let way = (0..<6000).map { Double(mixed[48_000 + $0] - 0.25) }
        #expect(way[0] > 0.45)
        #expect(way[5999] < ducked * 1.05)
        #expect(zip(way, way.dropFirst()).allSatisfy { $0 >= $1 - 1e-6 })
        // It recovers more slowly, but completely.
        #expect(mixed[144_000 + 12_000] < 0.45)
        #expect(mixed[287_999] == 0.5)
    }

    @Test("Soft sounds do not cause ducking")
    func softOthers() throws {
        let voice = try sounds.sound(SoundPlan.level(0.01, count: 48_000), "a.wav", at: 0..<48_000)
        let music = try sounds.sound(SoundPlan.level(0.5, count: 48_000), "b.wav", at: 0..<48_000) {
            $0.ducking = Ducking()
        }
        let mixed = try SoundPlan.mix(SoundPlan.timeline(frames: 30, [voice, music]))
        #expect(mixed.allSatisfy { $0 == 0.5 + 0.01 })
    }

    @Test("The limiter keeps the limit without steps")
    func limiter() throws {
        let tone = WaveFile.tone(441, amplitude: 0.9, count: 96_000)
        let first = try sounds.sound(tone, "a.wav", at: 0..<96_000)
        let second = try sounds.sound(tone, "b.wav", at: 32_000..<64_000)
        let mixed = try SoundPlan.mix(SoundPlan.timeline(frames: 60, [first, second]))
        #expect(mixed.allSatisfy { abs($0) <= 0.97 })
        #expect((mixed[40_000..<60_000].max() ?? 0) > 0.93)
        // Unchanged up to where the limiter looks ahead.
        #expect(mixed[..<31_700].elementsEqual(tone[..<31_700]))
        let steps = zip(mixed, mixed.dropFirst()).map { abs($1 - $0) }
        let alone = try #require(steps[..<31_999].max())
        let together = try #require(steps[32_000..<63_990].max())
        #expect(together < 2 * alone)
        // And unchanged again 1 s after the peak.
        #expect(mixed[95_000...].elementsEqual(tone[95_000...]))
    }

    @Test("A single peak is limited only around itself")
    func peaks() throws {
        var samples = SoundPlan.level(0.5, count: 48_000)
        for place in [10_000, 10_100, 30_000] { samples[place] = 8 }
        let sound = try sounds.sound(samples, at: 0..<48_000)
        let mixed = try SoundPlan.mix(SoundPlan.timeline(frames: 30, [sound]))
        #expect(mixed.allSatisfy { $0 <= 0.97 })
        #expect(mixed[10_000] > 0.96)
        #expect(mixed[30_000] > 0.96)
        #expect(mixed[9000] == 0.5)
        #expect(mixed[9999] < 0.1)
    }

    @Test("The limiter looks ahead and treats both channels alike")
    func both() {
        var limiter = Limiter()
        var chunk = SoundChunk.silence(2000)
        for index in 0..<2000 { (chunk.left[index], chunk.right[index]) = (0.5, 0.25) }
        chunk.left[1000] = 1.94
        limiter.process(&chunk)
        for index in Limiter.delay..<2000 where index != 1000 + Limiter.delay {
            #expect(abs(chunk.left[index] - 2 * chunk.right[index]) < 1e-6)
        }
        #expect(abs(chunk.left[1000 + Limiter.delay] - 0.97) < 1e-6)
        #expect(abs(chunk.right[1000 + Limiter.delay] - 0.125) < 1e-6)
    }
}
