/// What the file says about itself.
public struct MovieMetadata: Sendable {
    /// The page's title; empty writes none.
    public var title: String
    /// Where the page was loaded from, written as the comment; empty writes none.
    public var pageAddress: String

    /// Describes a movie.
    public init(title: String, pageAddress: String) {
        self.title = title
        self.pageAddress = pageAddress
    }
}
