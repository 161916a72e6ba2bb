package import Files
package import LibAV

/// Changes the sample rate of continuous stereo sound.
///
/// Use from one thread at a time.
package final class Resampler {
    private let converter: SampleConverter
    private let isNeeded: Bool

    /// Creates a resampler; equal rates pass samples through unchanged.
    package init(from inputRate: Int, to outputRate: Int) throws(FileError) {
        isNeeded = inputRate != outputRate
        do throws(LibAVError) {
            converter = try SampleConverter.make(from: .stereo(sampleRate: inputRate), to: outputRate)
        } catch {
            throw .failure("Changing the soundtrack's sample rate", error)
        }
    }

    /// Resamples the next samples; the output lags behind the input.
    package func resample(_ chunk: SoundChunk) throws(FileError) -> SoundChunk {
        guard isNeeded else { return chunk }
        do throws(LibAVError) {
            return try converter.convert(chunk)
        } catch {
            throw .failure("Changing the soundtrack's sample rate", error)
        }
    }

    /// Returns the samples still held back, after the last input.
    package func finish() throws(FileError) -> SoundChunk {
        guard isNeeded else { return SoundChunk() }
        do throws(LibAVError) {
            return try converter.flush()
        } catch {
            throw .failure("Changing the soundtrack's sample rate", error)
        }
    }
}
