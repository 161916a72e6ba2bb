private import CRubberBand
import Decoder
import Files
import LibAV

/// A sequence of stereo samples at the timeline's rate.
protocol SampleStream: AnyObject {
    /// The next chunk of at least one sample; `nil` after the last.
    func next() throws(FileError) -> SoundChunk?
}

extension SoundReader: SampleStream {}

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

/// Changes the tempo of a sound and keeps its pitch; owns its C handle.
///
/// It uses Rubber Band's finer engine (R3) in real-time mode, fed in order. Used by one thread at a time.
@safe final class TempoStream: SampleStream {
    /// The number of samples that are stretched at a time.
    ///
    /// It is constant because the result depends slightly on it, and must not depend on the chunks of the source.
    private static let blockSize = 1024

    private let source: any SampleStream
    private let speed: Double
    private let stretcher: RubberBandState
    /// The number of output samples left to skip, because of the engine's delay.
    private var toSkip: Int
    private var input = SoundChunk()
    /// The numbers of samples taken from the source and returned.
    private var (taken, given) = (0, 0)
    private var isFinished = false

    /// Changes a sound's tempo.
    ///
    /// - Parameter speed: Samples of the source per output sample; positive.
    init(of source: any SampleStream, speed: Double) {
        self.source = source
        self.speed = speed
        let options =
            RubberBandOptionProcessRealTime.rawValue | RubberBandOptionEngineFiner.rawValue
            | RubberBandOptionChannelsTogether.rawValue | RubberBandOptionThreadingNever.rawValue
        unsafe stretcher = rubberband_new(UInt32(TimelinePlan.sampleRate), 2, RubberBandOptions(options), 1 / speed, 1)
        unsafe rubberband_set_max_process_size(stretcher, UInt32(Self.blockSize))
        toSkip = unsafe Int(rubberband_get_start_delay(stretcher))
        // Padding with silence and skipping the delay aligns the first output sample with the first input sample
        // (RubberBandStretcher.h, getPreferredStartPad).
        var padding = unsafe Int(rubberband_get_preferred_start_pad(stretcher))
        while padding > 0 {
            let count = min(padding, Self.blockSize)
            process(.silence(count), isLast: false)
            padding -= count
        }
    }

    deinit { unsafe rubberband_delete(stretcher) }

    /// Returns the next chunk.
    ///
    /// The total length is the source's divided by the speed, to the nearest sample.
    func next() throws(FileError) -> SoundChunk? {
        while !isFinished {
            while input.count < Self.blockSize, !isFinished {
                if let chunk = try source.next() { input.append(chunk) } else { isFinished = true }
            }
            let block = input.takeFirst(Self.blockSize)
            taken += block.count
            process(block, isLast: isFinished)
            var output = SoundChunk()
            while case let available = unsafe Int(rubberband_available(stretcher)), available > 0 {
                output.append(retrieve(available))
            }
            toSkip -= output.takeFirst(toSkip).count
            if isFinished { output.fit(to: max(0, Int((Double(taken) / speed).rounded()) - given)) }
            given += output.count
            if output.count > 0 { return output }
        }
        return nil
    }

    /// Feeds samples; after the last ones, the rest is flushed.
    private func process(_ chunk: SoundChunk, isLast: Bool) {
        unsafe chunk.left.withUnsafeBufferPointer { left in
            unsafe chunk.right.withUnsafeBufferPointer { right in
                unsafe rubberband_process(
                    stretcher, [left.baseAddress, right.baseAddress], UInt32(chunk.count), isLast ? 1 : 0)
            }
        }
    }

    private func retrieve(_ count: Int) -> SoundChunk {
        var chunk = SoundChunk.silence(count)
        let taken = unsafe chunk.left.withUnsafeMutableBufferPointer { left in
            unsafe chunk.right.withUnsafeMutableBufferPointer { right in
                unsafe rubberband_retrieve(stretcher, [left.baseAddress, right.baseAddress], UInt32(count))
            }
        }
        chunk.keepFirst(Int(taken))
        return chunk
    }
}
