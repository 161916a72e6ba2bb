/// The trade-off between encoding time and file size, named as in x264.
///
/// From fastest to slowest. x264 encodes the High profile with each of them. Other encoders use
/// their closest setting.
public enum EncoderPreset: String, Sendable, CaseIterable {
    /// A preset of x264, from the fastest to the slowest.
    case ultrafast, superfast, veryfast, faster, fast, medium, slow, slower, veryslow, placebo
}
