/// What decoded samples look like; it may change within a file.
struct SoundFormat: Hashable {
    /// Samples a second.
    var sampleRate: Int
    /// libav's number for the kind of sample.
    var sampleFormat: CInt
    /// How many channels there are.
    var channels: CInt
    /// Which speakers they are for, a bit for each; 0 if the file does not say.
    var channelMask: UInt64
}
