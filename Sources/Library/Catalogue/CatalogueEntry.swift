package import Decoder
import Encoder
package import Files
import FoundationEssentials
import Frames
import LibAV
import Notation

/// One recording of the library, with the metadata of its file.
package struct CatalogueEntry: Sendable {
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
