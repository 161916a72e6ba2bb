package import Files
package import LibAV

/// Changes the sample rate of one unbroken run of stereo sound.
///
/// Used by one thread at a time.
package final class Resampler {
    private let converter: SampleConverter
    private let isNeeded: Bool

    /// Makes a resampler; equal rates pass the samples through untouched.
    package init(from inputRate: Int, to outputRate: Int) throws(FileError) {
        isNeeded = inputRate != outputRate
        do throws(LibAVError) {
            converter = try SampleConverter.make(from: .stereo(sampleRate: inputRate), to: outputRate)
        } catch {
            throw .failure("Changing the soundtrack's sample rate", error)
        }
    }

    /// Converts the next samples; some come out later than they went in.
    package func resample(_ chunk: SoundChunk) throws(FileError) -> SoundChunk {
        guard isNeeded else { return chunk }
        do throws(LibAVError) {
            return try converter.convert(chunk)
        } catch {
            throw .failure("Changing the soundtrack's sample rate", error)
        }
    }

    /// Hands out what is still held back, once nothing more goes in.
    package func finish() throws(FileError) -> SoundChunk {
        guard isNeeded else { return SoundChunk() }
        do throws(LibAVError) {
            return try converter.flush()
        } catch {
            throw .failure("Changing the soundtrack's sample rate", error)
        }
    }
}
