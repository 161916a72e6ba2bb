import Decoder
import Encoder
import Foundation
import Frames
import TestSupport
import Testing

@testable import LibAV
@testable import Timeline

/// A part late in a timeline has the samples of the whole, though what is before it is not decoded.
@Suite("Seeking in sounds")
struct SeekingTests {
    /// A file.
    struct Format: Sendable, CustomTestStringConvertible {
        let name: String
        let options: [String]
        /// Whether only artificial noise may differ.
        var hasNoise = false

        var testDescription: String { name + " " + options.joined(separator: " ") }
    }

    static let formats = [
        Format(name: "a.wav", options: ["-c:a", "pcm_s16le"]),
        Format(name: "b.wav", options: ["-c:a", "pcm_s24le", "-ar", "48000"]),
        Format(name: "a.flac", options: []),
        Format(name: "b.flac", options: ["-ar", "96000"]),
        Format(name: "a.mp3", options: ["-c:a", "libmp3lame", "-b:a", "128k"]),
        Format(name: "b.mp3", options: ["-c:a", "libmp3lame", "-q:a", "4"]),
        Format(name: "c.mp3", options: ["-c:a", "libmp3lame", "-b:a", "64k", "-ar", "22050", "-write_xing", "0"]),
        Format(name: "a.m4a", options: ["-c:a", "aac", "-b:a", "160k", "-aac_pns", "0"]),
        Format(name: "b.m4a", options: ["-c:a", "alac"]),
        Format(name: "c.m4a", options: ["-c:a", "aac", "-b:a", "64k"], hasNoise: true),
        Format(name: "a.aac", options: ["-c:a", "aac", "-b:a", "128k", "-aac_pns", "0"]),
        Format(name: "a.opus", options: ["-c:a", "libopus", "-b:a", "96k"]),
        Format(name: "b.opus", options: ["-c:a", "libopus", "-b:a", "16k", "-ac", "1"]),
        Format(name: "a.ogg", options: ["-c:a", "libvorbis", "-q:a", "4"]),
        Format(name: "a.mkv", options: ["-c:a", "flac"]),
    ]

    private let sounds: SoundPlan

    init() throws { sounds = try SoundPlan() }

    /// Gliding tones and noise of 22 s at 44.1 kHz, encoded.
    private func file(_ format: Format) async throws -> String {
        let path = sounds.folder.path(format.name)
        let signal = "0.3*sin(2*PI*(300*t+200*sin(t)))+0.1*sin(9*PI*(300*t+99*sin(t)))+0.1*random(0)"
        try await Tool.run(
            "ffmpeg",
            ["-v", "error", "-f", "lavfi", "-i", "aevalsrc='\(signal)':d=22:s=44100"] + format.options + ["-y", path])
        return path
    }

    /// The ways in which a sound can be played.
    private static let plays: [@Sendable (inout PlannedSound) -> Void] = [
        { sound in
            sound.volumeKeys = [.init(sample: 0, gain: 1), .init(sample: 19 * 48_000, gain: 0.25)]
            sound.fadeIn = .init(samples: 18 * 48_000)
            sound.fadeOut = .init(samples: 2 * 48_000)
        },
        { sound in (sound.start, sound.gain) = (17_777, 3) },
        { sound in (sound.start, sound.sourceSamples, sound.isReversed) = (1_001, 20 * 48_000, true) },
        { sound in (sound.start, sound.sourceSamples, sound.loopCrossfade) = (6 * 48_000, 3 * 48_000 + 7, 2400) },
        { sound in sound.speed = 1.02 },
    ]

    private func expectSame(_ format: Format, _ change: (inout PlannedSound) -> Void) async throws {
        var sound = PlannedSound(name: format.name, path: try await file(format), samples: 1000..<20 * 48_000)
        change(&sound)
        let plan = SoundPlan.timeline(frames: 20 * 30, [sound])
        let range = 19 * 48_000 + 4321..<20 * 48_000 - 4321
        // Also when the beginning is read from the end.
        let parts = sound.isReversed ? [48_001..<2 * 48_000, range] : [range]
        let whole = try SoundPlan.mix(plan, step: 48_000)
        for part in parts {
            let samples = try SoundPlan.mix(plan, range: part, step: 48_000)
            #expect(whole[part].contains { abs($0) > 0.005 })
            let difference = zip(samples, whole[part]).map { abs($0 - $1) }.max() ?? 1
            // The noise that AAC puts in the place of noise depends on all that was decoded before.
            #expect(difference <= (format.hasNoise ? 0.1 : 0), "\(part)")
        }
    }

    @Test("A part has the samples of the whole in every format", arguments: zip(formats.indices, formats))
    func parts(index: Int, format: Format) async throws {
        try await expectSame(format, Self.plays[index % 3])
    }

    @Test("A part has the samples of the whole however a sound is played", arguments: plays.indices)
    func variants(index: Int) async throws {
        try await expectSame(Self.formats[0], Self.plays[index])
    }

    @Test("A ducked sound has the samples of the whole")
    func ducking() async throws {
        let path = try await file(Self.formats[2])
        let voice = try sounds.sound(
            WaveFile.tone(440, amplitude: 1.5, count: 19 * 48_000), "voice.wav", at: 2 * 48_000..<19 * 48_000
        ) { $0.volumeKeys = (0..<19).map { .init(sample: $0 * 48_000, gain: $0 % 3 == 0 ? 1 : 0.01) } }
        var music = PlannedSound(name: "music", path: path, samples: 0..<20 * 48_000)
        music.ducking = Ducking()
        let plan = SoundPlan.timeline(frames: 20 * 30, [voice, music])
        let whole = try SoundPlan.mix(plan, step: 48_000)
        let range = 18 * 48_000 + 5..<19 * 48_000
        #expect(try SoundPlan.mix(plan, range: range, step: 48_000).elementsEqual(whole[range]))
    }

    @Test("What is before a part is not decoded", arguments: formats.filter { $0.name != "a.mkv" })
    func decodes(format: Format) async throws {
        let soundtrack = try Soundtrack(SoundtrackSettings(path: try await file(format)))
        let target = 20 * soundtrack.sampleRate
        let decoder = try soundtrack.makeDecoder(near: target)
        #expect((target - soundtrack.sampleRate...target).contains(decoder.position))
        let chunk = try #require(try decoder.next())
        #expect(decoder.position > target - soundtrack.sampleRate && chunk.count > 0)
    }
}
