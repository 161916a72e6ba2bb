/// A page that a ``PageServer`` serves.
public struct ServedPage: Sendable, Hashable {
    /// The address while the server runs, including the port.
    public let address: String
    /// The absolute path of the page's file.
    public let file: String
}
