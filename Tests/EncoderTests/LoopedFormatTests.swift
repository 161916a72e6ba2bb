import Foundation
import Frames
import TestSupport
import Testing

@testable import Decoder
@testable import LibAV

/// A looped sound repeats to the sample, or a warning says why it does not.
///
/// ffmpeg makes the files from noise whose length is known.
@Suite("Formats of looped sound")
struct LoopedFormatTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// How a sound is stored, and how many samples it has.
    struct Kind: CustomTestStringConvertible {
        let ending: String
        let options: [String]
        let length: Int
        var rate = 48_000

        init(_ ending: String, _ options: String, _ length: Int, rate: Int = 48_000) {
            (self.ending, self.length, self.rate) = (ending, length, rate)
            self.options = options.split(separator: " ").map(String.init)
        }

        var testDescription: String { "\(ending) \(options.joined(separator: " ")) \(length) at \(rate)" }
    }

    /// Noise below an eighth of the sampling rate, which all codecs keep.
    private static func noise(_ length: Int) -> [Float] {
        var random = SplitMix(seed: UInt64(length))
        var (states, samples) = ([Float](repeating: 0, count: 4), [Float]())
        for _ in 0..<length {
            var value = Float.random(in: -1...1, using: &random)
            for place in states.indices {
                states[place] += (value - states[place]) * 0.4
                value = states[place]
            }
            samples.append(value)
        }
        return samples
    }

    /// The first of ten passes of a looped file, whether all are the same, and the warnings.
    private func passes(_ path: String) throws -> (first: [Float], areSame: Bool, warnings: [String]) {
        let soundtrack = try Soundtrack(SoundtrackSettings(path: path))
        let sound = try LoopedSound(soundtrack)
        var passes = [[Float]](repeating: [], count: 11)
        while sound.loops < 10 {
            let chunk = try sound.next()
            passes[sound.loops] += chunk.left
        }
        return (passes[0], passes.prefix(10).allSatisfy { $0 == passes[0] }, sound.warnings)
    }

    /// How much of the noise is missing or elsewhere, from 0.
    private func difference(_ samples: [Float], _ source: [Float]) -> Float {
        var (wrong, all) = (Float(0), Float(0))
        for (one, other) in zip(samples, source) {
            wrong += (one - other) * (one - other)
            all += other * other
        }
        return wrong / all
    }

    private static let exactKinds = [
        // Short Vorbis has one page or two, of which libav trims the end wrongly.
        Kind("ogg", "-c:a libvorbis", 12_000), Kind("ogg", "-c:a libvorbis", 24_001),
        Kind("ogg", "-c:a libvorbis", 36_137), Kind("ogg", "-c:a libvorbis", 11_026, rate: 22_050),
        Kind("ogg", "-c:a libvorbis", 96_411), Kind("opus", "-c:a libopus", 24_001),
        Kind("mp4", "-c:a libopus", 24_001),
        Kind("m4a", "-c:a aac", 24_001), Kind("mov", "-c:a aac", 33_212, rate: 44_100),
        Kind("mp4", "-c:a libmp3lame", 33_212, rate: 44_100), Kind("mp3", "-c:a libmp3lame", 24_001),
        // CAF states whole packets.
        Kind("caf", "-c:a alac", 16_674, rate: 22_050), Kind("caf", "-c:a flac", 24_001),
        // The last packet, or the only one, is more than half full.
        Kind("caf", "-c:a alac", 12_000), Kind("caf", "-c:a alac", 3_000), Kind("caf", "-c:a flac", 23_000),
        Kind("mkv", "-c:a flac", 24_001), Kind("nut", "-c:a flac", 24_001),
        Kind("wv", "-c:a wavpack", 24_001), Kind("aiff", "-c:a pcm_s16be", 24_001),
    ]

    @Test("A loop repeats to the sample", arguments: exactKinds)
    func exact(kind: Kind) async throws {
        let source = Self.noise(kind.length)
        let path = try await Sounds.file(
            kind.ending, source, sampleRate: kind.rate, options: kind.options, in: folder)
        let (first, areSame, warnings) = try passes(path)
        #expect(first.count == kind.length)
        #expect(areSame)
        #expect(difference(first, source) < 0.25)
        #expect(warnings == [])
        // The length of a sound that does not repeat is the same.
        let length = try #require(try MediaContents(of: path).sound)
        #expect(length.text == Duration.seconds(Double(kind.length) / Double(kind.rate)).text)
    }

    private static let otherKinds = [
        (Kind("flv", "-c:a aac", 22_050, rate: 44_100), "AAC (Advanced Audio Coding) in FLV"),
        (Kind("mp4", "-c:a ac3", 24_001), "(AC-3) in QuickTime"),
        // FFmpeg 5.1 states the end of such a file, and 7.1 does not.
        (
            Kind("mp4", "-c:a aac -movflags frag_keyframe+empty_moov+delay_moov", 24_001),
            "AAC (Advanced Audio Coding) in QuickTime"
        ),
        (Kind("mkv", "-c:a ac3", 24_001), "(AC-3) in Matroska"),
        (Kind("webm", "-c:a libvorbis", 24_001), "Vorbis in Matroska"),
        (Kind("mkv", "-c:a aac", 24_001), "in Matroska"),
        (Kind("mkv", "-c:a libmp3lame", 24_001), "in Matroska"), (Kind("avi", "-c:a libmp3lame", 24_001), "in AVI"),
        // FFmpeg computes wrong times.
        (Kind("avi", "-c:a eac3", 24_001), "in AVI"), (Kind("avi", "-c:a libvorbis", 24_001), "in AVI"),
        (Kind("wav", "-c:a adpcm_ms", 24_001), "ADPCM Microsoft in WAV"),
        (Kind("mov", "-c:a adpcm_ima_qt", 24_001), "ADPCM IMA QuickTime in QuickTime"),
        (Kind("spx", "-c:a libspeex", 24_001, rate: 16_000), "Speex in Ogg"),
        (Kind("wma", "-c:a wmav2", 24_001), "Windows Media Audio 2 in ASF"),
        (Kind("mpg", "-c:a mp2", 24_001), "in MPEG-PS"), (Kind("wav", "-c:a ac3", 24_001), "(AC-3) in WAV"),
    ]

    @Test("A loop that does not repeat to the sample says why", arguments: otherKinds)
    func inexact(kind: Kind, cause: String) async throws {
        let path = try await Sounds.file(
            kind.ending, Self.noise(kind.length), sampleRate: kind.rate, options: kind.options, in: folder)
        let (first, areSame, warnings) = try passes(path)
        #expect(areSame)
        // Later versions of ffmpeg state what earlier ones do not.
        guard warnings != [] else {
            #expect(first.count == kind.length)
            return
        }
        try #require(warnings.count == 1, "\(warnings)")
        #expect(warnings[0].contains("has a short gap where it repeats, because"), "\(warnings)")
        #expect(warnings[0].contains("\(cause)"), "\(warnings)")
        #expect(warnings[0].contains("does not say how many samples the encoder has added"), "\(warnings)")
    }

    @Test(
        "A file that was copied without encoding may have lost where it ends, and says so",
        arguments: [
            ("mp3", "libmp3lame", "mp4"), ("mp4", "libmp3lame", "mp3"), ("ts", "aac", "mp4"), ("mkv", "aac", "m4a"),
        ])
    func copied(ending: String, codec: String, copy: String) async throws {
        let source = try await Sounds.file(
            ending, Self.noise(24_001), options: ["-c:a", codec], in: folder)
        let path = folder.path("copy.\(copy)")
        _ = try await Tool.run("ffmpeg", ["-v", "error", "-i", source, "-c", "copy", path])
        let (first, _, warnings) = try passes(path)
        let isSaid = warnings.contains { $0.contains("does not say how many samples the encoder has added") }
        #expect(isSaid || first.count == 24_001, "\(first.count)")
    }

    @Test("AAC ends where iTunes's tag says")
    func gaplessTag() async throws {
        let source = Self.noise(24_001)
        let raw = try await Sounds.file("aac", source, options: ["-c:a", "aac", "-b:a", "320k"], in: folder)
        let path = folder.path("tagged.m4a")
        _ = try await Tool.run("ffmpeg", ["-v", "error", "-i", raw, "-c", "copy", "-use_editlist", "0", path])
        var data = try folder.read("tagged.m4a")
        func box(_ name: String, _ content: Data) -> Data {
            let size = UInt32(8 + content.count).bigEndian
            return unsafe withUnsafeBytes(of: size) { unsafe Data($0) } + Data(name.utf8) + content
        }
        // 25 packets have 25,600 samples: 1024 before the sound, and 575 after it.
        let text = " 00000000 00000400 0000023F 0000000000005DC1" + String(repeating: " 00000000", count: 8)
        let tag = box(
            "----",
            box("mean", Data(count: 4) + Data("com.apple.iTunes".utf8))
                + box("name", Data(count: 4) + Data("iTunSMPB".utf8))
                + box("data", Data([0, 0, 0, 1, 0, 0, 0, 0]) + Data(text.utf8)))
        // FFmpeg writes the list of tags last, in the last of these boxes.
        for name in ["moov", "udta", "meta", "ilst"] {
            let place = try #require(data.lastRange(of: Data(name.utf8))).lowerBound - 4
            let size = data[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            try #require(place + size == data.count, "\(name)")
            for index in 0..<4 { data[place + index] = UInt8((size + tag.count) >> (8 * (3 - index)) & 0xff) }
        }
        try (data + tag).write(to: URL(filePath: path))
        let (first, areSame, warnings) = try passes(path)
        #expect(first.count == 24_001)
        #expect(areSame)
        #expect(difference(first, source) < 0.25)
        #expect(warnings == [])
    }

    @Test("ADPCM in WAV ends where its header says", arguments: ["adpcm_ms", "adpcm_ima_wav"])
    func adpcm(codec: String) async throws {
        let source = Self.noise(24_001)
        let path = try await Sounds.file("wav", source, options: ["-c:a", codec], in: folder)
        var data = try folder.read("sound.wav")
        // FFmpeg states whole blocks; SoX, for example, the sound's length.
        let fact = try #require(data.firstRange(of: Data("fact".utf8))).upperBound + 4
        for (place, byte) in [0xc1, 0x5d, 0, 0].enumerated() { data[fact + place] = UInt8(byte) }
        try data.write(to: URL(filePath: path))
        let (first, areSame, warnings) = try passes(path)
        #expect(first.count == 24_001)
        #expect(areSame)
        #expect(difference(first, source) < 0.25)
        #expect(warnings == [])
    }

    @Test("Ogg files that follow one another are not cut, and a warning says so")
    func chained() async throws {
        var data = Data()
        for length in [36_137, 12_000] {
            _ = try await Sounds.file(
                "ogg", Self.noise(length), options: ["-c:a", "libvorbis", "-serial_offset", "\(length)"], in: folder)
            data += try folder.read("sound.ogg")
        }
        let path = folder.path("chain.ogg")
        try data.write(to: URL(filePath: path))
        let (first, _, warnings) = try passes(path)
        #expect(abs(first.count - 48_137) <= 2048, "\(first.count)")
        #expect(
            warnings.contains {
                $0.contains("Vorbis in Ogg, in several recordings that follow one another, does not say")
            }, "\(warnings)")
    }
}
