/// A page that a ``PageServer`` serves.
public struct ServedPage: Sendable, Hashable {
    /// Where it is while the server runs, with the server's port.
    public let address: String
    /// The file that it comes from, absolute.
    public let file: String
}
