import Encoder
import Foundation
import TestSupport
import Testing

@testable import Decoder
@testable import LibAV
@testable import Timeline

@Suite("Tempo changes")
struct TempoTests {
    private let sounds: SoundPlan

    init() throws { sounds = try SoundPlan() }

    /// The samples of a source played to its end at a speed.
    private func stretched(_ samples: [Float], speed: Double) throws -> [Float] {
        let reader = try SoundReader(path: sounds.file(samples))
        let stream = TempoStream(of: reader, speed: speed)
        var output: [Float] = []
        while let chunk = try stream.next() { output += chunk.left }
        return output
    }

    @Test("The length is exact to the sample", arguments: [0.5, 0.8, 1.25, 1.5, 3.0])
    func lengths(speed: Double) throws {
        let output = try stretched(WaveFile.tone(440, count: 60_000), speed: speed)
        #expect(output.count == Int((60_000 / speed).rounded()))
    }

    @Test("Pitch and loudness are kept", arguments: [0.5, 1.5])
    func pitch(speed: Double) throws {
        let output = try stretched(WaveFile.tone(440, count: 96_000), speed: speed)
        let middle = Array(output[output.count / 4..<output.count / 4 * 3])
        let rises = zip(middle, middle.dropFirst()).filter { $0 < 0 && $1 >= 0 }.count
        let hertz = Double(rises) * 48_000 / Double(middle.count)
        #expect(abs(hertz - 440) < 3)
        let power = middle.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(middle.count)
        #expect(abs(power.squareRoot() - 0.5 / 2.0.squareRoot()) < 0.03)
    }

    @Test("The sound stays in sync with the pictures", arguments: [0.5, 1.5])
    func positions(speed: Double) throws {
        let source = SoundPlan.level(0, count: 48_000) + WaveFile.tone(1000, count: 48_000)
        let output = try stretched(source, speed: speed)
        let begin = try #require(output.firstIndex { abs($0) > 0.2 })
        #expect(abs(Double(begin) - 48_000 / speed) < 1000)
    }
}
