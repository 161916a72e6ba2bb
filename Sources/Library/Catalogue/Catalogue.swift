import Encoder
package import Files
import FoundationEssentials
import Glibc

/// The recordings in a folder; there is no database besides the files.
package struct Catalogue: Sendable {
    /// The folder that was read.
    package let folder: LibraryFolder
    /// The recordings and other videos, newest first.
    package let entries: [CatalogueEntry]
    /// The files with a video's extension that cannot be read as videos.
    package let unreadable: [(name: String, reason: FileError)]

    /// Reads a folder; a missing folder counts as empty.
    ///
    /// - Throws: ``LibraryError`` for a folder that cannot be read.
    package init(of folder: LibraryFolder) throws(LibraryError) {
        self.folder = folder
        var entries: [CatalogueEntry] = []
        var unreadable: [(name: String, reason: FileError)] = []
        for name in try folder.videos() {
            do throws(FileError) {
                guard !isNotUTF8(name, in: folder.path) else {
                    throw FileError(
                        .unreadableInput,
                        "'\(folder.path(of: name))' has bytes in its name that are not UTF-8. Rename the file.")
                }
                entries.append(try CatalogueEntry(path: folder.path(of: name)))
            } catch {
                unreadable.append((name, error))
            }
        }
        self.entries = entries.sorted { ($0.recorded, $0.name) > ($1.recorded, $1.name) }
        self.unreadable = unreadable.sorted { $0.name < $1.name }
    }

    /// The path of the recording that a user named.
    ///
    /// - Parameter name: `latest`, a number from the list, a path, or a file name, with or without
    ///   its extension, or its beginning.
    /// - Throws: ``LibraryError`` if no recording or more than one matches.
    package func path(of name: String) throws(LibraryError) -> String {
        if name.contains("/") { return name }
        if name == "latest" {
            guard let latest = entries.first else {
                throw LibraryError(.notFound, "There are no recordings in \(folder.path).")
            }
            return latest.path
        }
        let names = entries.map(\.name) + unreadable.map(\.name)
        if names.contains(name) { return folder.path(of: name) }
        if let number = Int(name), entries.indices.contains(number - 1) { return entries[number - 1].path }
        let candidates =
            [names.filter { $0.hasPrefix(name + ".") && Self.stem($0) == name }]
            + [names.filter { !name.isEmpty && $0.hasPrefix(name) }]
        guard let found = candidates.first(where: { !$0.isEmpty }) else {
            throw LibraryError(
                .notFound, "No recording '\(name)' in \(folder.path). pagereel list shows all recordings.")
        }
        guard found.count == 1 else {
            let shown = found.prefix(Self.mostCandidates).joined(separator: ", ")
            let more = found.count > Self.mostCandidates ? " and \(found.count - Self.mostCandidates) more" : ""
            throw LibraryError(.usage, "'\(name)' may be any of \(shown)\(more); say more of the name.")
        }
        return folder.path(of: found[0])
    }

    /// The highest number of names that a message lists.
    private static let mostCandidates = 5

    private static func stem(_ name: String) -> Substring { name[..<(name.lastIndex(of: ".") ?? name.endIndex)] }
}

extension LibraryFolder {
    /// The path of a file in the folder.
    package func path(of name: String) -> String { path == "/" ? "/\(name)" : "\(path)/\(name)" }

    /// The names of finished videos, judged by their names.
    ///
    /// - Throws: ``LibraryError`` for a folder that cannot be read.
    func videos() throws(LibraryError) -> [String] {
        guard unsafe access(path, F_OK) == 0 || errno != ENOENT else { return [] }
        // Foundation's error would say less than this one.
        guard unsafe access(path, R_OK | X_OK) == 0,
            let names = try? FileManager.default.contentsOfDirectory(atPath: path)
        else {
            throw LibraryError(
                .notFound, "The folder \(path) cannot be read; PAGEREEL_LIBRARY or --library names another.")
        }
        return names.filter(Self.isVideo)
    }

    /// Whether a file has the name of a finished video.
    static func isVideo(_ name: String) -> Bool { !name.hasPrefix(".") && MovieContainer(fileName: name) != nil }
}
