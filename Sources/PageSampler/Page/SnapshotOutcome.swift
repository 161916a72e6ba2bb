/// What came of painting the visible area anew.
public enum SnapshotOutcome: Sendable {
    /// The picture is in the memory that was given.
    case drawn
    /// There is no picture: the page is gone.
    case none
    /// The page did not answer in time.
    case unanswered
}
