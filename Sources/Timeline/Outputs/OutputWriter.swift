import Frames

/// Writes one output of a timeline from pictures that arrive in order.
///
/// The files have temporary names until a ``StagedOutput`` places them.
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

/// An output's files, which receive their final names together with others.
///
/// Used by one task at a time.
protocol StagedOutput {
    /// Renames the files to their final names, in a way that can be undone.
    mutating func place() throws
    /// Undoes ``place()`` and restores what was there before.
    mutating func takeBack()
    /// Discards what was there before.
    mutating func settle()
    /// Removes the files that have temporary names.
    func discard()
}
