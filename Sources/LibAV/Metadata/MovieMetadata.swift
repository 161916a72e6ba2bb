/// What the file says about itself.
public struct MovieMetadata: Sendable {
    /// The page's title; empty writes none.
    public var title: String
    /// Where the page was loaded from, written as the comment; empty writes none.
    public var pageAddress: String
    /// The command line that records the page again, written as the
    /// description, in a MOV as the comment's second line; empty writes none.
    public var command: String
    /// The program that recorded it, with its version; empty writes
    /// libavformat's own name.
    public var software: String

    /// Describes a movie.
    public init(title: String = "", pageAddress: String, command: String = "", software: String = "") {
        self.title = title
        self.pageAddress = pageAddress
        self.command = command
        self.software = software
    }
}
