import Foundation

/// The pages that tests record.
enum Fixtures {
    /// The package's folder, absolute.
    static let root: String = {
        let file = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        return file.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
    }()

    /// The path of a page in `fixtures/html`, perhaps with a query.
    static func page(_ name: String) -> String { "\(root)/fixtures/html/\(name)" }
}
