/// The trade of encoding time for file size, by x264's own names.
///
/// From the fastest to the slowest; with x264 every one gives the High
/// profile. Other encoders take the setting of their own that comes closest.
public enum EncoderPreset: String, Sendable, CaseIterable {
    case ultrafast, superfast, veryfast, faster, fast, medium, slow, slower, veryslow, placebo
}
