import Foundation
import TestSupport
import Testing

@testable import Decoder
@testable import Encoder
@testable import LibAV

@Suite("Looped sound")
struct LoopTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Renders a soundtrack for a movie of some length.
    private func render(_ settings: SoundtrackSettings, _ total: Int, block: Int = 1024) throws -> SoundChunk {
        let renderer = try SoundRenderer(Soundtrack(settings))
        var result = SoundChunk()
        while result.count < total {
            result.append(try renderer.render(min(block, total - result.count), total: total))
        }
        return result
    }

    /// The lag of samples behind a repeating reference, from a position on.
    private func lag(of samples: [Float], at place: Int, behind reference: [Float]) -> Int {
        let (length, most) = (500, 1100)
        let heard = Array(samples[place..<place + length])
        let first = place - most + 8 * reference.count
        let window = (first..<first + length + 2 * most).map { reference[$0 % reference.count] }
        // Through pointers, because the tests are compiled without optimization.
        return unsafe heard.withUnsafeBufferPointer { heard in
            unsafe window.withUnsafeBufferPointer { window in
                var best = (lag: 0, match: -Float.infinity)
                for lag in -most...most {
                    var (match, index) = (Float(0), 0)
                    while index < length {
                        unsafe match += heard[index] * window[most - lag + index]
                        index += 1
                    }
                    if match > best.match { best = (lag, match) }
                }
                return best.lag
            }
        }
    }

    private func loudness(_ samples: ArraySlice<Float>) -> Float {
        (samples.reduce(0) { $0 + $1 * $1 } / Float(samples.count)).squareRoot()
    }

    @Test(
        "A seamless loop repeats without lag or gap",
        arguments: ["wav", "flac", "mp3", "ogg", "opus", "m4a"], [48_000, 44_100])
    func seamless(kind: String, sampleRate: Int) async throws {
        // At 44.1 kHz, the same 1.25 s, played at 48 kHz.
        let source = Sounds.loop(sampleRate * 5 / 4)
        let path = try await Sounds.file(kind, source, sampleRate: sampleRate, in: folder)
        let rendered = try render(SoundtrackSettings(path: path), 206_400).left
        let reference = Sounds.loop(60_000)
        let overall = loudness(rendered[...])
        for seam in [60_000, 180_000] {
            for place in [seam - 300, seam + 1500] {
                #expect(lag(of: rendered, at: place, behind: reference) == 0, "at \(place)")
            }
            for start in stride(from: seam - 3000, to: seam + 3000, by: 128) {
                #expect(loudness(rendered[start..<start + 128]) > overall * 0.4, "at \(start)")
            }
        }
    }

    @Test("A lossless loop plays exactly its samples", arguments: ["wav", "flac"])
    func exact(kind: String) async throws {
        let source = Sounds.loop()
        let path = try await Sounds.file(kind, source, in: folder)
        let rendered = try render(SoundtrackSettings(path: path), 206_400)
        let worst = rendered.left.indices.map { abs(rendered.left[$0] - source[$0 % 60_000]) }.max()
        #expect(try #require(worst) < 1e-4)
        #expect(rendered.left == rendered.right)
    }

    @Test("The true length of MP4 sound is found despite a rounded duration", arguments: [60_005, 60_000, 61_417])
    func trueLength(length: Int) async throws {
        for sampleRate in [48_000, 44_100] {
            let path = try await Sounds.file("m4a", Sounds.loop(length), sampleRate: sampleRate, in: folder)
            #expect(try Soundtrack(SoundtrackSettings(path: path)).limit == length)
        }
    }

    @Test("The result does not depend on the chunk size")
    func pieces() async throws {
        let path = try await Sounds.file("ogg", Sounds.loop(44_100), sampleRate: 44_100, in: folder)
        let settings = SoundtrackSettings(path: path, fadeOut: .seconds(1), crossfade: .milliseconds(50))
        #expect(try render(settings, 130_000).left == render(settings, 130_000, block: 333).left)
    }

    @Test("Repetitions are counted")
    func loops() async throws {
        let path = try await Sounds.file("wav", Sounds.loop(), in: folder)
        let renderer = try SoundRenderer(Soundtrack(SoundtrackSettings(path: path)))
        _ = try renderer.render(60_000, total: nil)
        #expect(renderer.loops == 0)
        _ = try renderer.render(60_001, total: nil)
        #expect(renderer.loops == 2)
    }

    /// The largest step at the seams, divided by the largest step elsewhere.
    private func stepRatio(_ samples: [Float], seams: [Int]) throws -> Float {
        func steps(_ range: Range<Int>) -> Float? { range.map { abs(samples[$0] - samples[$0 - 1]) }.max() }
        let inside = try #require(steps(1000..<50_000))
        let worst = try #require(seams.compactMap { steps($0 - 2..<$0 + 2402) }.max())
        return worst / inside
    }

    @Test("A hard seam clicks, a crossfade does not")
    func crossfade() async throws {
        // At this length the two ends of the loud tone differ by a quarter turn, as the ends of
        // real music do on average. Ends in phase would add up to 1.4 with equal power, with or
        // without a seam.
        let length = 59_950
        let source = Sounds.cutTones(length)
        let path = try folder.write("cut.wav", Sounds.wave([source, source]))
        let hard = try render(SoundtrackSettings(path: path), 206_400).left
        #expect(try stepRatio(hard, seams: [1, 2, 3].map { $0 * length }) > 3)
        let soft = try render(SoundtrackSettings(path: path, crossfade: .milliseconds(50)), 206_400).left
        #expect(try stepRatio(soft, seams: [1, 2, 3].map { $0 * (length - 2400) }) < 1)
    }

    @Test("A crossfade has equal power at every sample")
    func crossfadeExact() async throws {
        let source = Sounds.cutTones()
        let path = try folder.write("cut.wav", Sounds.wave([source, source]))
        let rendered = try render(SoundtrackSettings(path: path, crossfade: .milliseconds(50)), 130_000).left
        let overlap = 2400
        let period = source.count - overlap
        for index in stride(from: 0, to: rendered.count, by: 7) {
            let place = index % period
            var wanted = source[place]
            if index >= period, place < overlap {
                let angle = (Float(place) + 0.5) / Float(overlap) * .pi / 2
                wanted = source[place] * sin(angle) + source[period + place] * cos(angle)
            }
            #expect(abs(rendered[index] - wanted) < 1e-5, "at \(index)")
        }
    }

    @Test("Fades and volume are exact to the sample")
    func fades() throws {
        let steady = [Float](repeating: 0.5, count: 10_000)
        let path = try folder.write("steady.wav", Sounds.wave([steady, steady]))
        let settings = SoundtrackSettings(
            path: path, volume: 0.8, fadeIn: .milliseconds(500), fadeOut: .seconds(1))
        let rendered = try render(settings, 144_000).left
        #expect(rendered[0] == 0)
        #expect(abs(rendered[12_000] - 0.2) < 1e-6)
        #expect(abs(rendered[24_000] - 0.4) < 1e-6)
        #expect(abs(rendered[95_998] - 0.4) < 1e-6)
        #expect(abs(rendered[120_000] - 0.2) < 1e-4)
        #expect(rendered[143_998] > 0)
        #expect(rendered[143_999] == 0)
    }

    @Test("Samples never exceed full scale")
    func clipping() throws {
        let path = try folder.write("tones.wav", Sounds.wave([Sounds.loop()]))
        let rendered = try render(SoundtrackSettings(path: path, volume: 10), 48_000).left
        #expect(rendered.max() == 1)
        #expect(rendered.min() == -1)
    }

    @Test("An offset skips sound or adds silence")
    func offset() throws {
        let source = Sounds.loop()
        let path = try folder.write("loop.wav", Sounds.wave([source, source]))
        let late = try render(SoundtrackSettings(path: path, offset: .seconds(1)), 70_000).left
        #expect(late[0] == source[48_000])
        #expect(late[12_000] == source[0])
        #expect(late[69_999] == source[57_999])
        let after = try render(
            SoundtrackSettings(path: path, fadeIn: .milliseconds(10), offset: .milliseconds(-250)), 70_000
        ).left
        #expect(after[..<12_000].allSatisfy { $0 == 0 })
        #expect(abs(after[12_240] - source[240] * 240 / 480) < 1e-6)
        #expect(after[13_000] == source[1000])
    }

    @Test("Mono sound has the same level on both channels")
    func mono() throws {
        let source = Sounds.loop()
        let path = try folder.write("mono.wav", Sounds.wave([source]))
        let rendered = try render(SoundtrackSettings(path: path), 60_000)
        #expect(rendered.left == source)
        #expect(rendered.right == source)
    }

    @Test("Left and right stay separate")
    func sides() throws {
        let source = Sounds.loop()
        let path = try folder.write("sides.wav", Sounds.wave([source, source.map { -$0 / 2 }]))
        let rendered = try render(SoundtrackSettings(path: path), 60_000)
        #expect(rendered.left == source)
        #expect(rendered.right == source.map { -$0 / 2 })
    }

    @Test("The project's own soundtrack loops seamlessly")
    func ownSoundtrack() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../fixtures/audio/loop.ogg").standardized.path
        let rendered = try render(SoundtrackSettings(path: file), 390_000).left
        #expect(rendered[384_000...].elementsEqual(rendered[..<6000]))
        func steps(_ range: Range<Int>) -> Float? { range.map { abs(rendered[$0] - rendered[$0 - 1]) }.max() }
        #expect(try #require(steps(383_990..<384_010)) < #require(steps(1..<383_990)) / 2)
        let overall = loudness(rendered[...])
        #expect(loudness(rendered[383_500..<384_500]) > overall / 3)
    }

    @Test("A deleted file keeps playing")
    func deleted() throws {
        let source = Sounds.loop()
        let path = try folder.write("loop.wav", Sounds.wave([source, source]))
        let renderer = try SoundRenderer(Soundtrack(SoundtrackSettings(path: path)))
        _ = try renderer.render(10_000, total: nil)
        try FileManager.default.removeItem(atPath: path)
        let rest = try renderer.render(170_000, total: nil)
        #expect(rest.left[60_000] == source[10_000])
        #expect(renderer.loops == 2)
    }
}
