/// The format of decoded samples, which may change within a file.
package struct SoundFormat: Hashable {
    /// The sample rate of the sound in every movie that pagereel writes.
    package static let movieSampleRate = 48_000

    /// Samples per second.
    package var sampleRate: Int
    /// The sample format, as libav numbers it.
    package var sampleFormat: CInt
    /// The number of channels.
    package var channels: CInt
    /// The channel layout, one bit per speaker; 0 if the file does not state it.
    package var channelMask: UInt64
}
