/// The trade of encoding time for file size, by x264's own names.
///
/// From the fastest to the slowest; every one gives the High profile.
public enum EncoderPreset: String, Sendable, CaseIterable {
    case ultrafast, superfast, veryfast, faster, fast, medium, slow, slower, veryslow, placebo
}
