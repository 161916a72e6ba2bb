/// A movie's metadata.
public struct MovieMetadata: Sendable {
    /// The page's title; not written if empty.
    public var title: String
    /// The address from which the page was loaded, written as the comment; not written if
    /// empty.
    public var pageAddress: String
    /// The command line that records the page again; not written if empty.
    ///
    /// Written as the description; in a MOV, as the comment's second line.
    public var command: String
    /// The program that recorded the movie, and its version; libavformat's name if empty.
    public var software: String

    /// Creates metadata.
    public init(title: String = "", pageAddress: String, command: String = "", software: String = "") {
        self.title = title
        self.pageAddress = pageAddress
        self.command = command
        self.software = software
    }
}
