import Frames

/// Writes one output of a timeline from pictures that arrive in order.
///
/// The files have temporary names until their ``OutputGroup`` is committed.
protocol OutputWriter: Sendable {
    /// The frames that the output needs.
    var selection: FrameSelection { get }

    /// Appends the next picture of the selection; it has the canvas's size.
    func append(_ pixels: PixelBuffer) async throws

    /// Completes the files under their temporary names.
    func finish() async throws -> OutputSummary

    /// Gives up and closes all files.
    func discard() async
}
