package import Decoder
import Encoder
package import Files
import FoundationEssentials
import LibAV

/// One recording of the library, as its file says.
package struct CatalogueEntry: Sendable {
    /// Where its file is.
    package let path: String
    /// When it was recorded, in milliseconds since 1970.
    package let recorded: Int64
    /// What the file says of itself.
    package let contents: MovieContents
    /// The command that records the page again; nothing for a video that is
    /// no recording.
    package let command: RepeatableCommand?

    /// Reads a file.
    ///
    /// - Throws: ``FileError`` for a file that is no whole video.
    package init(path: String) throws(FileError) {
        self.path = path
        contents = try MovieContents(ofMovie: path)
        command = RepeatableCommand(contents.metadata.command)
        recorded = Self.time(name: Self.name(of: path), contents, command)
    }

    /// The file's name.
    package var name: String { Self.name(of: path) }

    /// What a person knows the page by: its title, else its address, else
    /// nothing.
    package var page: String {
        contents.metadata.title.isEmpty ? contents.metadata.pageAddress : contents.metadata.title
    }

    /// The command that records the page again into the same kind of file.
    package var commandLine: String? {
        guard let command else { return nil }
        // Without an output the options choose; the kind is said where they
        // would choose another.
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

    private static func name(of path: String) -> String {
        String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
    }

    /// The name's time is that of the start; other files say when they were
    /// made, but those with a date of the page's own only when they were
    /// written.
    private static func time(name: String, _ contents: MovieContents, _ command: RepeatableCommand?) -> Int64 {
        if let named = RecordingName(fileName: name) { return named.milliseconds }
        guard command?.arguments.contains("--date") != true else { return contents.modified / 1_000_000 }
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        if let made = try? style.parse(contents.creationTime) {
            return Int64((made.timeIntervalSince1970 * 1000).rounded())
        }
        return contents.modified / 1_000_000
    }
}
