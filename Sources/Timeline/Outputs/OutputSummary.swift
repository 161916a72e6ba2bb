public import Frames

/// What was written.
public struct OutputSummary: Sendable {
    /// The file's path, or what a sequence's paths have in common.
    public let path: String
    /// The pictures' size.
    public let size: PixelSize
    /// How many pictures there are.
    public let frames: Int
    /// How many samples of sound there are, at 48 kHz; none without sound.
    public let samples: Int?
    /// Bytes of all its files.
    public let bytes: Int
}
