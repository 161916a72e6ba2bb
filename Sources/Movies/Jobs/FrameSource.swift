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
