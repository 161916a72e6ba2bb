import Files
import LibAV

/// Changes the tempo of a sound and keeps its pitch.
final class TempoStream: SampleStream {
    /// The number of samples that are stretched at a time.
    ///
    /// It is constant because the result depends slightly on it, and must not depend on the chunks
    /// of the source.
    private static let blockSize = 1024

    private let source: any SampleStream
    private let speed: Double
    private let stretcher: TimeStretcher
    private var input = SoundChunk()
    /// The numbers of samples taken from the source and returned.
    private var (taken, given) = (0, 0)
    private var isFinished = false

    /// Changes a sound's tempo.
    ///
    /// - Parameter speed: Samples of the source per output sample.
    init(of source: any SampleStream, speed: Double) {
        self.source = source
        self.speed = speed
        stretcher = TimeStretcher(speed: speed, blockSize: Self.blockSize)
    }

    /// Returns the next chunk.
    ///
    /// The total length is the source's divided by the speed, to the nearest sample.
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
            if isLast { output.fit(to: max(0, Int((Double(taken) / speed).rounded()) - given)) }
            given += output.count
            if output.count > 0 { return output }
        }
        return nil
    }
}
