package import Decoder
import Encoder
package import Files
import FoundationEssentials
import Frames
import Glibc
import LibAV
import Notation

/// The recordings in a folder; there is no database besides the files.
package struct Catalog: Sendable {
    /// The folder that was read.
    package let folder: LibraryFolder
    /// The recordings and other videos, newest first.
    package let entries: [CatalogEntry]
    /// The files with a video's extension that cannot be read as videos.
    package let unreadable: [(name: String, reason: FileError)]

    /// Reads a folder; a missing folder counts as empty.
    ///
    /// - Throws: ``LibraryError`` for a folder that cannot be read.
    package init(of folder: LibraryFolder) throws(LibraryError) {
        self.folder = folder
        var entries: [CatalogEntry] = []
        var unreadable: [(name: String, reason: FileError)] = []
        for name in try folder.videos() {
            do throws(FileError) {
                guard !isNotUTF8(name, in: folder.path) else {
                    throw FileError(
                        .unreadableInput,
                        "'\(folder.path(of: name))' has bytes in its name that are not UTF-8. Rename the file.")
                }
                entries.append(try CatalogEntry(path: folder.path(of: name)))
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
            if MovieContainer(fileName: name) != nil, unsafe access(name, F_OK) == 0 {
                throw LibraryError(
                    .notFound,
                    "No recording '\(name)' in \(folder.path). For the file in the working folder, write ./\(name).")
            }
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
    static func isVideo(_ name: String) -> Bool {
        !name.hasPrefix(".") && MovieContainer(fileName: name)?.isAnimation == false
    }
}

/// One recording of the library, with the metadata of its file.
package struct CatalogEntry: Sendable {
    /// The path of the file.
    package let path: String
    /// The time of the recording, in milliseconds since 1970.
    package let recorded: Int64
    /// The file's metadata.
    package let contents: MovieContents
    /// The command that reproduces the recording; `nil` for a video that is not a recording.
    package let command: RepeatableCommand?

    /// Reads a file.
    ///
    /// - Throws: ``FileError`` for a file that is not a complete video.
    package init(path: String) throws(FileError) {
        self.path = path
        var contents = try MovieContents(ofMovie: path)
        command = RepeatableCommand(contents.metadata.command)
        contents.cleanTexts()
        self.contents = contents
        recorded = Self.time(name: String(path.fileName), contents, command)
    }

    /// The file's name.
    package var name: String { String(path.fileName) }

    /// The page's title, or else its address, or else an empty string.
    package var page: String {
        contents.metadata.title.isEmpty ? contents.metadata.pageAddress : contents.metadata.title
    }

    /// The command that records the page again into the same kind of file.
    package var commandLine: String? {
        guard let command else { return nil }
        // Without --output, the options determine the container; add one if it would differ.
        guard let container = MovieContainer(fileName: name), container != Self.container(of: command.arguments) else {
            return command.line
        }
        let stem = name.prefix(upTo: name.lastIndex(of: ".") ?? name.endIndex)
        return RepeatableCommand(
            arguments: command.arguments + ["--output", "\(stem)-again.\(container.rawValue)"], omitted: []
        ).line
    }

    private static func container(of arguments: [String]) -> MovieContainer {
        let value = { (name: String) in
            arguments.firstIndex(of: name).flatMap { $0 + 1 < arguments.count ? arguments[$0 + 1] : nil }
        }
        return MovieContainer(
            codec: value("--codec").flatMap(VideoCodec.init(rawValue:)),
            encoder: value("--encoder").flatMap(VideoEncoderName.init(rawValue:)),
            hasAlpha: arguments.contains("--transparent"))
    }

    /// The time of the recording.
    ///
    /// A generated name states the start. Other files state their creation time; if the page's
    /// clock was set, only the file's modification time is meaningful.
    private static func time(name: String, _ contents: MovieContents, _ command: RepeatableCommand?) -> Int64 {
        if let named = RecordingName(fileName: name) { return named.milliseconds }
        guard command?.arguments.contains("--date") != true else { return contents.modified / 1_000_000 }
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        // Other programs write other forms, or nothing.
        if let made = try? style.parse(contents.creationTime) {
            return Int64((made.timeIntervalSince1970 * 1000).rounded())
        }
        return contents.modified / 1_000_000
    }
}

extension MovieContents {
    /// Cleans what a file says of itself: other programs' files, and older ones, may have any text.
    fileprivate mutating func cleanTexts() {
        metadata = MovieMetadata(
            title: ForeignText.line(metadata.title),
            pageAddress: ForeignText.line(ShownAddress.text(metadata.pageAddress)), command: metadata.command,
            software: ForeignText.line(metadata.software))
        creationTime = ForeignText.line(creationTime)
        for index in sounds.indices { sounds[index].title = ForeignText.line(sounds[index].title) }
        for index in chapters.indices { chapters[index].name = ForeignText.line(chapters[index].name) }
    }
}

/// A filter for the library's recordings.
package struct RecordingFilter: Sendable {
    /// A substring of the page's title or address; case-insensitive.
    package var page: String?
    /// The earliest start, inclusive, in milliseconds since 1970.
    package var since: Int64?
    /// The latest start, exclusive, in milliseconds since 1970.
    package var until: Int64?
    /// The highest number of recordings; the newest are kept.
    package var limit: Int?

    /// Creates a filter that accepts all recordings.
    package init() {}

    /// The accepted recordings, each with its number in the unfiltered list, counted from 1.
    package func numbered(_ entries: [CatalogEntry]) -> [(number: Int, entry: CatalogEntry)] {
        let meant = entries.enumerated().filter { accepts($0.element) }.map {
            (number: $0.offset + 1, entry: $0.element)
        }
        return Array(meant.prefix(limit ?? meant.count))
    }

    /// Whether the filter accepts a recording.
    package func accepts(_ entry: CatalogEntry) -> Bool {
        if let since, entry.recorded < since { return false }
        if let until, entry.recorded >= until { return false }
        guard let page = page?.lowercased() else { return true }
        let metadata = entry.contents.metadata
        return metadata.title.lowercased().contains(page) || metadata.pageAddress.lowercased().contains(page)
    }
}
