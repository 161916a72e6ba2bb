/// Changes the sample rate of one unbroken run of stereo sound.
///
/// Used by one thread at a time.
final class Resampler {
    private let converter: SampleConverter
    private let isNeeded: Bool

    /// Makes a resampler; equal rates pass the samples through untouched.
    init(from inputRate: Int, to outputRate: Int) throws(EncoderError) {
        isNeeded = inputRate != outputRate
        do throws(LibAVError) {
            converter = try SampleConverter.make(from: .stereo(sampleRate: inputRate), to: outputRate)
        } catch {
            throw .failure("Changing the soundtrack's sample rate", error)
        }
    }

    /// Converts the next samples; some come out later than they went in.
    func resample(_ chunk: SoundChunk) throws(EncoderError) -> SoundChunk {
        guard isNeeded else { return chunk }
        do throws(LibAVError) {
            return try converter.convert(chunk)
        } catch {
            throw .failure("Changing the soundtrack's sample rate", error)
        }
    }

    /// Hands out what is still held back, once nothing more goes in.
    func finish() throws(EncoderError) -> SoundChunk {
        guard isNeeded else { return SoundChunk() }
        do throws(LibAVError) {
            return try converter.flush()
        } catch {
            throw .failure("Changing the soundtrack's sample rate", error)
        }
    }
}
