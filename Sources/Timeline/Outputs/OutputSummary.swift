public import Frames

/// A summary of one output that was written.
public struct OutputSummary: Sendable {
    /// The file's path, or the pattern of a sequence's paths.
    public let path: String
    /// The size of the pictures.
    public let size: PixelSize
    /// The number of pictures.
    public let frames: Int
    /// The number of sound samples, at 48 kHz; `nil` without sound.
    public let samples: Int?
    /// The total size of the files, in bytes.
    public let bytes: Int
    /// Warnings about the sounds' files for the user, as sentences.
    public var warnings: [String] = []
}
