/// What decoded samples look like; it may change within a file.
package struct SoundFormat: Hashable {
    /// Samples per second of the sound in every movie that is written.
    package static let movieSampleRate = 48_000

    /// Samples a second.
    package var sampleRate: Int
    /// libav's number for the kind of sample.
    package var sampleFormat: CInt
    /// How many channels there are.
    package var channels: CInt
    /// Which speakers they are for, a bit for each; 0 if the file does not say.
    package var channelMask: UInt64
}
