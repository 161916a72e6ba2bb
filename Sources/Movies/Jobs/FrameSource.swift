public import Frames

/// Supplies the pictures of a movie.
///
/// A job makes one request at a time, and none after a failure or cancellation. It requests one
/// picture ahead while the previous one is encoded, so that few pictures are in memory. Long
/// operations should check `Task.isCancelled`.
public protocol FrameSource: Sendable {
    /// Prepares the source; called once, before anything else.
    ///
    /// - Returns: The format of all pictures.
    func open() async throws -> FrameFormat

    /// Returns the next picture; `nil` after the last one.
    func next() async throws -> FrameRun?
}

/// The format of a source's pictures.
public struct FrameFormat: Sendable, Hashable {
    /// The size of every picture; sides can be odd.
    public var size: PixelSize
    /// Whether the pictures have transparency that the video should keep.
    public var hasAlpha: Bool
    /// The number of frames, if known; used to report progress.
    public var frameCount: Int?

    /// Creates a format.
    public init(size: PixelSize, hasAlpha: Bool = false, frameCount: Int? = nil) {
        self.size = size
        self.hasAlpha = hasAlpha
        self.frameCount = frameCount
    }
}

/// A picture and the number of frames for which it is shown.
public struct FrameRun: Sendable {
    /// The picture; not modified from here on.
    ///
    /// Runs that share a buffer share its conversion to video.
    public let pixels: PixelBuffer
    /// The number of frames; positive.
    public let count: Int

    /// Shows a picture for a number of frames.
    public init(_ pixels: PixelBuffer, count: Int = 1) {
        precondition(count > 0, "a picture is shown for a frame at least")
        self.pixels = pixels
        self.count = count
    }
}
