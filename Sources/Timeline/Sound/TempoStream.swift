import Encoder
import Files
import LibAV

/// A sound that goes faster or slower at the same pitch.
final class TempoStream: SampleStream {
    /// How many samples go in at a time.
    ///
    /// Always the same number: the result depends on it a little, and must
    /// not depend on how the source happens to be cut up.
    private static let blockSize = 1024

    private let source: any SampleStream
    private let speed: Double
    private let stretcher: TimeStretcher
    private var input = SoundChunk()
    /// Samples that went in and came out.
    private var (taken, given) = (0, 0)
    private var isFinished = false

    /// Changes a sound's tempo.
    ///
    /// - Parameter speed: Samples of the source for each that comes out.
    init(of source: any SampleStream, speed: Double) {
        self.source = source
        self.speed = speed
        stretcher = TimeStretcher(speed: speed, blockSize: Self.blockSize)
    }

    /// As many samples come out in all as the source has, divided by the
    /// speed, to the nearest.
    func next() throws(FileError) -> SoundChunk? {
        while !isFinished {
            var isLast = false
            while input.count < Self.blockSize, !isLast {
                if let chunk = try source.next() { input.append(chunk) } else { isLast = true }
            }
            let block = input.takeFirst(Self.blockSize)
            taken += block.count
            isFinished = isLast
            var output = stretcher.stretch(block, isLast: isLast)
            if isLast {
                let length = Int((Double(taken) / speed).rounded())
                if given + output.count < length { output.append(.silence(length - given - output.count)) }
                output.keepFirst(max(0, length - given))
            }
            given += output.count
            if output.count > 0 { return output }
        }
        return nil
    }
}
