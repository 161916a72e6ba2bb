package import Files
package import LibAV

/// Changes the sample rate of continuous stereo sound.
///
/// Use from one thread at a time.
package final class Resampler {
    private let converter: SampleConverter
    private let isNeeded: Bool

    /// What fails, for messages.
    private static let work = "Changing the soundtrack's sample rate"

    /// Creates a resampler; equal rates pass samples through unchanged.
    package init(from inputRate: Int, to outputRate: Int) throws(FileError) {
        isNeeded = inputRate != outputRate
        converter = try attempt(Self.work, SampleConverter.make(from: .stereo(sampleRate: inputRate), to: outputRate))
    }

    /// Resamples the next samples; the output lags behind the input.
    package func resample(_ chunk: SoundChunk) throws(FileError) -> SoundChunk {
        isNeeded ? try attempt(Self.work, converter.convert(chunk)) : chunk
    }

    /// Returns the samples still held back, after the last input.
    package func finish() throws(FileError) -> SoundChunk {
        isNeeded ? try attempt(Self.work, converter.flush()) : SoundChunk()
    }
}
