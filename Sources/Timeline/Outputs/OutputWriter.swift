import Frames

/// Makes one of a timeline's outputs of pictures that come in order.
///
/// What it writes has temporary names until its ``StagedOutput`` places it.
protocol OutputWriter: Sendable {
    /// The frames that it wants.
    var selection: FrameSelection { get }

    /// Takes the next picture of its selection, of the canvas' size.
    func append(_ pixels: PixelBuffer) async throws

    /// Completes everything under its temporary name.
    func finish() async throws -> OutputSummary

    /// Gives up, so that nothing of its own is open any more.
    func discard() async
}

/// What is to get its final name together with others.
///
/// Used by one task at a time.
protocol StagedOutput {
    /// Gives it its final name, so that it can be taken back.
    mutating func place() throws
    /// Takes it back, and leaves what was there before.
    mutating func takeBack()
    /// Lets go of what was there before.
    mutating func settle()
    /// Removes what has a temporary name.
    func discard()
}
