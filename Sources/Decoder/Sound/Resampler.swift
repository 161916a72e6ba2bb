package import Files
package import LibAV

/// Changes the sample rate of continuous stereo sound.
///
/// Use from one thread at a time.
package final class Resampler {
    private let converter: SampleConverter
    private let isNeeded: Bool

    /// The highest sample rate that any format in use has (WAV, DXD), in samples per second.
    private static let usualRates = 768_000

    /// What fails, for messages.
    private static let work = "Changing the soundtrack's sample rate"

    /// Creates a resampler; equal rates pass samples through unchanged.
    package init(from inputRate: Int, to outputRate: Int) throws(FileError) {
        isNeeded = inputRate != outputRate
        do throws(LibAVError) {
            converter = try SampleConverter(from: .stereo(sampleRate: inputRate), to: outputRate)
        } catch {
            // libswresample's filter grows with the ratio of the rates, and it reports its limit as a lack of memory.
            guard inputRate > Self.usualRates else { throw .failure(Self.work, error) }
            throw FileError(
                .unreadableInput,
                "The sound has \(inputRate) samples per second, which cannot be converted to \(outputRate). Its file is "
                    + "probably damaged; save it with at most \(Self.usualRates).", cause: error)
        }
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
