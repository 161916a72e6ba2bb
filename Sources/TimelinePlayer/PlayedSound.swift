import FlyingSocks
import Foundation
import LibAV
import Timeline

/// Bytes of a WAV file with a timeline's sound, mixed when they are sent: 16-bit stereo PCM.
///
/// Source: Microsoft and IBM, Multimedia Programming Interface and Data Specifications 1.0.
struct PlayedSound: AsyncBufferedSequence {
    typealias Element = UInt8

    /// The number of samples that are mixed at a time.
    static let block = 4096
    /// Bytes of a sample of both channels.
    static let sampleSize = 4

    let plan: TimelinePlan
    /// The bytes of the file to send.
    let range: Range<Int>
    let warnings: PlayerWarnings

    /// The file's size, in bytes.
    static func size(of plan: TimelinePlan) -> Int { header(of: plan).count + plan.sampleCount * sampleSize }

    func makeAsyncIterator() -> Iterator {
        let header = Self.header(of: plan)
        let samples = range.clamped(to: header.count..<Swift.max(header.count, range.upperBound))
        return Iterator(
            ready: Data(header[range.clamped(to: header.indices)]),
            samples: samples.lowerBound - header.count..<samples.upperBound - header.count, sound: self)
    }

    struct Iterator: AsyncBufferedIteratorProtocol {
        /// Bytes that were not requested yet.
        fileprivate var ready: Data
        /// The bytes of samples that are not mixed yet, without the header.
        fileprivate var samples: Range<Int>
        private let sound: PlayedSound
        private var stage: SoundStage?

        fileprivate init(ready: Data, samples: Range<Int>, sound: PlayedSound) {
            (self.ready, self.samples, self.sound) = (ready, samples, sound)
        }

        mutating func nextBuffer(suggested count: Int) async throws -> Data? {
            if ready.isEmpty { try await mix() }
            guard !ready.isEmpty else { return nil }
            let buffer = ready.prefix(count)
            ready = ready.dropFirst(count)
            return buffer
        }

        mutating func next() async throws -> UInt8? { try await nextBuffer(suggested: 1)?.first }

        private mutating func mix() async throws {
            guard !samples.isEmpty else { return }
            let first = samples.lowerBound / sampleSize
            let end = (samples.upperBound + sampleSize - 1) / sampleSize
            let stage = stage ?? SoundStage(sound.plan, range: first..<end)
            self.stage = stage
            let chunk = try await stage.read(Swift.min(block, end - first))
            await sound.warnings.add(stage.warnings)
            ready = PlayedSound.data(of: chunk).dropFirst(samples.lowerBound % sampleSize).prefix(samples.count)
            samples = samples.dropFirst(ready.count)
        }
    }

    /// The samples as they are in the file.
    private static func data(of chunk: SoundChunk) -> Data {
        var data = Data(capacity: chunk.count * sampleSize)
        for index in 0..<chunk.count {
            for value in [chunk.left[index], chunk.right[index]] {
                // As libswresample converts samples.
                let level = Swift.max(-32_768, Swift.min(32_767, (value * 32_768).rounded(.toNearestOrEven)))
                append(Int(level), bytes: 2, to: &data)
            }
        }
        return data
    }

    private static func header(of plan: TimelinePlan) -> [UInt8] {
        // Longer sounds than six hours do not fit the format; players then read to the end of the file.
        let size = Swift.min(plan.sampleCount * sampleSize, Int(UInt32.max) - 36)
        var data = Data("RIFF".utf8)
        append(36 + size, bytes: 4, to: &data)
        data.append(contentsOf: "WAVEfmt ".utf8)
        append(16, bytes: 4, to: &data)
        // PCM, stereo.
        append(1, bytes: 2, to: &data)
        append(2, bytes: 2, to: &data)
        append(TimelinePlan.sampleRate, bytes: 4, to: &data)
        append(TimelinePlan.sampleRate * sampleSize, bytes: 4, to: &data)
        append(sampleSize, bytes: 2, to: &data)
        append(16, bytes: 2, to: &data)
        data.append(contentsOf: "data".utf8)
        append(size, bytes: 4, to: &data)
        return Array(data)
    }

    /// Appends a number, lowest byte first.
    private static func append(_ number: Int, bytes: Int, to data: inout Data) {
        for index in 0..<bytes { data.append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
    }
}
