/// Where a movie's pictures come from.
///
/// A job asks one thing at a time and asks no more once it has failed or was
/// cancelled. One picture is asked for while the one before is encoded; none
/// further ahead, so that memory holds no more of them than a source keeps.
/// What takes long looks at `Task.isCancelled`.
public protocol FrameSource: Sendable {
    /// Gets ready, once, before anything else.
    ///
    /// - Returns: What all pictures will be like.
    func open() async throws -> FrameFormat

    /// Makes the next picture; nothing after the last one.
    func next() async throws -> FrameRun?
}
