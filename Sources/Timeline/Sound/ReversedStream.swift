import Files
import LibAV

/// The first samples of a sound in reverse order.
///
/// They are kept in a temporary file, so that memory use does not grow with their number.
final class ReversedStream: SampleStream {
    /// The number of samples that are read at a time.
    private static let blockSize = 4096
    private static let sampleSize = 2 * MemoryLayout<Float>.stride

    private let file: SpoolFile
    /// The number of samples left to return.
    private var remaining: Int
    /// The number of silent samples to return first, if the source was too short.
    private var silence: Int

    /// Reads the beginning of a sound.
    ///
    /// - Parameter count: The number of samples. Missing samples are silence, and so come first.
    init(of source: any SampleStream, count: Int) throws(FileError) {
        file = try SpoolFile()
        remaining = 0
        silence = 0
        while remaining < count, var chunk = try source.next() {
            chunk.keepFirst(count - remaining)
            try file.append(Self.inTurn(chunk))
            remaining += chunk.count
        }
        silence = count - remaining
    }

    func next() throws(FileError) -> SoundChunk? {
        if silence > 0 {
            let count = min(silence, Self.blockSize)
            silence -= count
            return .silence(count)
        }
        let count = min(remaining, Self.blockSize)
        guard count > 0 else { return nil }
        remaining -= count
        let bytes = try file.read(count * Self.sampleSize, at: remaining * Self.sampleSize)
        var chunk = SoundChunk.silence(count)
        unsafe bytes.withUnsafeBytes { bytes in
            let samples = unsafe bytes.bindMemory(to: Float.self)
            for index in 0..<count {
                chunk.left[count - 1 - index] = unsafe samples[2 * index]
                chunk.right[count - 1 - index] = unsafe samples[2 * index + 1]
            }
        }
        return chunk
    }

    private static func inTurn(_ chunk: SoundChunk) -> [UInt8] {
        var samples = [Float](repeating: 0, count: 2 * chunk.count)
        for index in 0..<chunk.count {
            samples[2 * index] = chunk.left[index]
            samples[2 * index + 1] = chunk.right[index]
        }
        return unsafe samples.withUnsafeBytes { unsafe Array($0) }
    }
}
