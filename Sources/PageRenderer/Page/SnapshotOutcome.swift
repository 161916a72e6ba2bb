/// The result of repainting the visible area.
public enum SnapshotOutcome: Sendable {
    /// The picture is in the given memory.
    case drawn
    /// There is no picture: the page is gone.
    case none
    /// The page did not answer in time.
    case unanswered
}
