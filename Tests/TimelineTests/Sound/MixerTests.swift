import Encoder
import Foundation
import TestSupport
import Testing

@testable import Files
@testable import Timeline

@Suite("Mixing")
struct MixerTests {
    private let sounds: SoundPlan

    init() throws { sounds = try SoundPlan() }

    @Test("Each sound plays at its position, with silence elsewhere")
    func places() throws {
        let ramp = (0..<5000).map { Float($0) / 10_000 }
        let sound = try sounds.sound(ramp, at: 2000..<9000) { $0.start = 100 }
        let mixed = try SoundPlan.mix(SoundPlan.timeline(frames: 10, [sound]))
        #expect(mixed.count == 16_000)
        #expect(mixed[..<2000].allSatisfy { $0 == 0 })
        #expect(mixed[2000..<6900].elementsEqual(ramp[100...]))
        #expect(mixed[6900...].allSatisfy { $0 == 0 })
    }

    @Test("Sounds are added with their gains")
    func sum() throws {
        let first = try sounds.sound(SoundPlan.level(0.25, count: 9000), "a.wav", at: 0..<8000) { $0.gain = 0.5 }
        let second = try sounds.sound(SoundPlan.level(0.5, count: 9000), "b.wav", at: 4000..<8000)
        let mixed = try SoundPlan.mix(SoundPlan.timeline(frames: 5, [first, second]))
        #expect(mixed[3999] == 0.125)
        #expect(mixed[4000] == 0.625)
        #expect(mixed[7999] == 0.625)
    }

    @Test("A part matches the whole, for any chunk size", arguments: [1, 960, 4097])
    func parts(step: Int) throws {
        let loud = try sounds.sound(WaveFile.tone(440, amplitude: 0.9, count: 30_000), "a.wav", at: 3000..<30_000)
        let music = try sounds.sound(WaveFile.tone(97, amplitude: 0.8, count: 20_000), "b.wav", at: 0..<48_000) {
            $0.loopCrossfade = 2400
            $0.ducking = Ducking()
            $0.fadeIn = PlannedSound.Fade(samples: 5000)
            $0.speed = 1.25
        }
        let plan = SoundPlan.timeline(frames: 30, [loud, music])
        let whole = try SoundPlan.mix(plan)
        let range = 12_345..<12_345 + 3 * step
        #expect(try SoundPlan.mix(plan, range: range, step: step).elementsEqual(whole[range]))
        #expect(try SoundPlan.mix(plan, range: 47_000..<48_000, step: step).elementsEqual(whole[47_000...]))
    }

    @Test("Fades reach silence and full gain", arguments: PlannedSound.Fade.Curve.allCases)
    func fades(curve: PlannedSound.Fade.Curve) throws {
        let sound = try sounds.sound(SoundPlan.level(0.5, count: 16_000), at: 0..<16_000) {
            $0.fadeIn = PlannedSound.Fade(samples: 4801, curve: curve)
            $0.fadeOut = PlannedSound.Fade(samples: 2401, curve: curve)
        }
        let mixed = try SoundPlan.mix(SoundPlan.timeline(frames: 10, [sound]))
        #expect(mixed[0] == 0)
        #expect(mixed[15_999] == 0)
        #expect(mixed[4800] == 0.5)
        #expect(mixed[15_999 - 2400] == 0.5)
        let half: Float = [.equalPower: 0.353553, .linear: 0.25, .quartic: 0.03125][curve] ?? 0
        #expect(abs(mixed[2400] - half) < 1e-5)
        #expect(abs(mixed[15_999 - 1200] - half) < 1e-5)
    }

    @Test("A cross-fade keeps constant power")
    func crossfade() throws {
        // Their squares are compared, so each is rendered separately.
        let out = try sounds.sound(SoundPlan.level(0.5, count: 9000), "a.wav", at: 0..<8000) {
            $0.fadeOut = PlannedSound.Fade(samples: 4000)
        }
        let into = try sounds.sound(SoundPlan.level(0.5, count: 9000), "b.wav", at: 4000..<12_800) {
            $0.fadeIn = PlannedSound.Fade(samples: 4000)
        }
        let first = try SoundPlan.mix(SoundPlan.timeline(frames: 8, [out]))
        let second = try SoundPlan.mix(SoundPlan.timeline(frames: 8, [into]))
        for index in 0..<12_800 {
            let power = first[index] * first[index] + second[index] * second[index]
            #expect(abs(power - 0.25) < 1e-6)
        }
    }

    @Test("Volume keyframes are interpolated linearly")
    func volumeKeys() throws {
        let sound = try sounds.sound(SoundPlan.level(0.5, count: 16_000), at: 0..<16_000) {
            $0.volumeKeys = [
                .init(sample: 1000, gain: 1), .init(sample: 3000, gain: 0.5), .init(sample: 5000, gain: 2),
            ]
        }
        let mixed = try SoundPlan.mix(SoundPlan.timeline(frames: 10, [sound]))
        #expect(mixed[0] == 0.5)
        #expect(mixed[2000] == 0.375)
        #expect(mixed[3000] == 0.25)
        #expect(abs(mixed[4000] - 0.625) < 1e-6)
        // The limiter is active from here on.
        #expect(mixed[9000] <= 0.97)
        #expect(mixed[9000] > 0.96)
    }

    @Test("A reversed sound starts at its last sample")
    func reversed() throws {
        let ramp = (0..<5000).map { Float($0) / 10_000 }
        let backwards = try sounds.sound(ramp, at: 0..<3200) {
            $0.start = 100
            $0.isReversed = true
        }
        let mixed = try SoundPlan.mix(SoundPlan.timeline(frames: 2, [backwards]))
        #expect(mixed.elementsEqual(ramp[100..<3300].reversed()))
        // A source that is too short is padded with silence, which then comes first.
        let short = try sounds.sound(Array(ramp[..<3000]), at: 0..<3200) { $0.isReversed = true }
        let silent = try SoundPlan.mix(SoundPlan.timeline(frames: 2, [short]))
        #expect(silent[..<200].allSatisfy { $0 == 0 })
        #expect(silent[200...].elementsEqual(ramp[..<3000].reversed()))
    }

    @Test("A loop has no click")
    func seam() throws {
        // At this length the two ends of the loud tone differ by a quarter turn, as the ends of
        // real music do on average.
        let length = 59_950
        let tones = (0..<length).map { index in
            let time = Double(index) / 48_000
            return Float(0.4 * sin(2 * .pi * 443.3 * time) + 0.2 * sin(2 * .pi * 97.7 * time + 1))
        }
        let music = try sounds.sound(tones, at: 0..<206_400) { $0.loopCrossfade = 2400 }
        let mixed = try SoundPlan.mix(SoundPlan.timeline(frames: 129, [music]))
        #expect(mixed.count == 206_400)
        func largestStep(_ samples: [Float]) -> Float {
            zip(samples, samples.dropFirst()).reduce(0) { max($0, abs($1.1 - $1.0)) }
        }
        #expect(largestStep(mixed) <= largestStep(tones))
        // Between the seams are the source's samples.
        let isSource = mixed[length..<2 * (length - 2400)].elementsEqual(tones[2400..<length - 2400])
        #expect(isSource)
    }

    @Test("A part of a source plays once or looped")
    func pieces() throws {
        let ramp = (0..<9000).map { Float($0) / 10_000 }
        func mix(_ change: (inout PlannedSound) -> Void) throws -> [Float] {
            let sound = try sounds.sound(ramp, at: 0..<8000) {
                ($0.start, $0.sourceSamples) = (1000, 3000)
                change(&$0)
            }
            return try SoundPlan.mix(SoundPlan.timeline(frames: 5, [sound]))
        }
        let piece = ramp[1000..<4000]
        let once = try mix { _ in }
        #expect(once[..<3000].elementsEqual(piece))
        #expect(once[3000...].allSatisfy { $0 == 0 })
        #expect(try mix { $0.loopCrossfade = 0 }.elementsEqual(piece + piece + piece.prefix(2000)))
        let backwards = try mix { $0.isReversed = true }
        #expect(backwards[..<3000].elementsEqual(piece.reversed()))
        #expect(backwards[3000...].allSatisfy { $0 == 0 })
        // Half of the part overlaps the other half at the seam.
        let soft = try mix { $0.loopCrossfade = 1500 }
        #expect(soft[..<1500].elementsEqual(piece.prefix(1500)))
        #expect(abs(soft[1500 + 750] - (ramp[1750] + ramp[3250]) * Float(0.5).squareRoot()) < 1e-3)
    }

    @Test("An invalid sound file is reported before mixing")
    func errors() throws {
        let path = try sounds.folder.write("text.wav", "no sound at all")
        let sound = PlannedSound(name: "text", path: path, samples: 40_000..<48_000)
        let error = #expect(throws: FileError.self) {
            _ = try TimelineMixer(SoundPlan.timeline(frames: 30, [sound]))
        }
        #expect(error?.code == .unreadableInput)
        #expect(error?.message.contains("text.wav") == true)
    }
}
