private import CRubberBand
import Encoder
import LibAV

/// Makes sound longer or shorter without changing its pitch; owns its C
/// handle.
///
/// Rubber Band's finer engine, fed in order. Used by one thread at a time.
final class TimeStretcher {
    private let raw: RubberBandState
    /// How many of the samples that come out next are the engine's own delay.
    private var toSkip: Int
    private let blockSize: Int

    /// Makes a stretcher for stereo sound.
    ///
    /// - Parameters:
    ///   - speed: Samples that go in for each that comes out; positive.
    ///   - blockSize: The most samples that go in at a time.
    init(speed: Double, blockSize: Int) {
        let options =
            RubberBandOptionProcessRealTime.rawValue | RubberBandOptionEngineFiner.rawValue
            | RubberBandOptionChannelsTogether.rawValue | RubberBandOptionThreadingNever.rawValue
        raw = rubberband_new(UInt32(TimelinePlan.sampleRate), 2, RubberBandOptions(options), 1 / speed, 1)
        self.blockSize = blockSize
        rubberband_set_max_process_size(raw, UInt32(blockSize))
        toSkip = Int(rubberband_get_start_delay(raw))
        // Silence in front and the delay taken off bring the first sample out
        // where it went in (RubberBandStretcher.h, getPreferredStartPad).
        var padding = Int(rubberband_get_preferred_start_pad(raw))
        while padding > 0 {
            let count = min(padding, blockSize)
            process(.silence(count), isLast: false)
            padding -= count
        }
    }

    deinit { rubberband_delete(raw) }

    /// Puts samples in and takes out what is ready.
    ///
    /// - Parameters:
    ///   - chunk: No more than the block's size.
    ///   - isLast: Whether nothing follows; all that is held back comes out.
    func stretch(_ chunk: SoundChunk, isLast: Bool) -> SoundChunk {
        process(chunk, isLast: isLast)
        var output = SoundChunk()
        while case let available = Int(rubberband_available(raw)), available > 0 {
            output.append(retrieve(available))
        }
        toSkip -= output.takeFirst(toSkip).count
        return output
    }

    private func process(_ chunk: SoundChunk, isLast: Bool) {
        chunk.left.withUnsafeBufferPointer { left in
            chunk.right.withUnsafeBufferPointer { right in
                rubberband_process(raw, [left.baseAddress, right.baseAddress], UInt32(chunk.count), isLast ? 1 : 0)
            }
        }
    }

    private func retrieve(_ count: Int) -> SoundChunk {
        var chunk = SoundChunk.silence(count)
        let taken = chunk.left.withUnsafeMutableBufferPointer { left in
            chunk.right.withUnsafeMutableBufferPointer { right in
                rubberband_retrieve(raw, [left.baseAddress, right.baseAddress], UInt32(count))
            }
        }
        chunk.keepFirst(Int(taken))
        return chunk
    }
}
