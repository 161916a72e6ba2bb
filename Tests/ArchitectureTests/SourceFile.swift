import Foundation
import Synchronization
import TestSupport

/// A Swift file with its imports, declarations and names.
struct SourceFile {
    /// Its path, relative to the target's folder.
    let path: String
    /// The modules it imports.
    let imports: Set<String>
    /// The types it declares at the top level, except private ones.
    let types: Set<String>
    /// Every capitalized word outside of comments and string literals.
    let words: Set<String>
    /// Whether it re-exports a module.
    let reexports: Bool

    /// The folder within the target; empty for files directly in the target.
    var folder: String { path.split(separator: "/").dropLast().first.map(String.init) ?? "" }

    init(_ file: URL, path: String) throws {
        self.path = path
        let code = try String(contentsOf: file, encoding: .utf8)
            .replacing(#/"""[\s\S]*?"""/#, with: "")
            .replacing(#/\/\/.*/#, with: "")
            .replacing(#/"(?:[^"\\\n]|\\.)*"/#, with: "")
        imports = Set(code.matches(of: #/(?m)^(?:@\w+ )?(?:\w+ )?import (\w+)/#).map { String($0.output.1) })
        reexports = code.contains("@_exported")
        let declaration =
            #/(?m)^(?:@\w+(?:\([^)]*\))? )*(?:(?:public|package|final|indirect|nonisolated) )*(?:struct|class|enum|actor|protocol) (\w+)/#
        types = Set(code.matches(of: declaration).map { String($0.output.1) })
        words = Set(code.matches(of: #/\b[A-Z]\w+/#).map { String($0.output) })
    }

    /// The folders read so far, because several tests need the same ones.
    private static let read = Mutex<[String: [SourceFile]]>([:])

    /// The files of a folder of the repository, in any order.
    static func all(in folder: String) throws -> [SourceFile] {
        if let files = read.withLock({ $0[folder] }) { return files }
        let files = try parse(folder)
        read.withLock { $0[folder] = files }
        return files
    }

    private static func parse(_ folder: String) throws -> [SourceFile] {
        let root = Fixture.repository.appending(path: folder)
        let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
        return try paths.filter { $0.hasSuffix(".swift") }
            .map { try SourceFile(root.appending(path: $0), path: $0) }
    }
}
