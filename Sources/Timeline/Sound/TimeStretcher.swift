private import CRubberBand
import LibAV

/// Stretches sound in time without changing its pitch; owns its C handle.
///
/// It uses Rubber Band's finer engine (R3) in real-time mode, fed in order. Used by one thread at a
/// time.
@safe final class TimeStretcher {
    private let raw: RubberBandState
    /// The number of output samples left to skip, because of the engine's delay.
    private var toSkip: Int
    private let blockSize: Int

    /// Creates a stretcher for stereo sound.
    ///
    /// - Parameters:
    ///   - speed: Input samples per output sample; positive.
    ///   - blockSize: The highest number of samples per call.
    init(speed: Double, blockSize: Int) {
        let options =
            RubberBandOptionProcessRealTime.rawValue | RubberBandOptionEngineFiner.rawValue
            | RubberBandOptionChannelsTogether.rawValue | RubberBandOptionThreadingNever.rawValue
        unsafe raw = rubberband_new(UInt32(TimelinePlan.sampleRate), 2, RubberBandOptions(options), 1 / speed, 1)
        self.blockSize = blockSize
        unsafe rubberband_set_max_process_size(raw, UInt32(blockSize))
        toSkip = unsafe Int(rubberband_get_start_delay(raw))
        // Padding with silence and skipping the delay aligns the first output sample with the first
        // input sample (RubberBandStretcher.h, getPreferredStartPad).
        var padding = unsafe Int(rubberband_get_preferred_start_pad(raw))
        while padding > 0 {
            let count = min(padding, blockSize)
            process(.silence(count), isLast: false)
            padding -= count
        }
    }

    deinit { unsafe rubberband_delete(raw) }

    /// Feeds samples and returns what is ready.
    ///
    /// - Parameters:
    ///   - chunk: At most `blockSize` samples.
    ///   - isLast: Whether this is the last chunk; the rest is flushed then.
    func stretch(_ chunk: SoundChunk, isLast: Bool) -> SoundChunk {
        process(chunk, isLast: isLast)
        var output = SoundChunk()
        while case let available = unsafe Int(rubberband_available(raw)), available > 0 {
            output.append(retrieve(available))
        }
        toSkip -= output.takeFirst(toSkip).count
        return output
    }

    private func process(_ chunk: SoundChunk, isLast: Bool) {
        unsafe chunk.left.withUnsafeBufferPointer { left in
            unsafe chunk.right.withUnsafeBufferPointer { right in
                unsafe rubberband_process(
                    raw, [left.baseAddress, right.baseAddress], UInt32(chunk.count), isLast ? 1 : 0)
            }
        }
    }

    private func retrieve(_ count: Int) -> SoundChunk {
        var chunk = SoundChunk.silence(count)
        let taken = unsafe chunk.left.withUnsafeMutableBufferPointer { left in
            unsafe chunk.right.withUnsafeMutableBufferPointer { right in
                unsafe rubberband_retrieve(raw, [left.baseAddress, right.baseAddress], UInt32(count))
            }
        }
        chunk.keepFirst(Int(taken))
        return chunk
    }
}
