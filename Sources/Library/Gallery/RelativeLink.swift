import Notation

/// Relative links from a page to files.
enum RelativeLink {
    /// The link to a file.
    ///
    /// - Parameters:
    ///   - path: The canonical path of the file.
    ///   - folder: The canonical path of the page's folder.
    static func link(to path: String, from folder: String) -> String {
        let target = path.split(separator: "/")
        let base = folder.split(separator: "/")
        let common = zip(target.dropLast(), base).prefix { $0 == $1 }.count
        let parts = Array(repeating: "..", count: base.count - common) + target.dropFirst(common).map(\.percentEncoded)
        return parts.joined(separator: "/")
    }
}
