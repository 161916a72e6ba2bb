import ArgumentParser
import Decoder
import Encoder
import Library

/// `pagereel show`: prints a recording's metadata.
struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a recording's metadata and the command that reproduces it.")

    @Argument(help: RecordingNames.help)
    var name: String

    @OptionGroup @Options var library: LibraryArguments

    @Flag(help: "Print one JSON object to standard output.")
    var json = false

    func run() throws {
        try CommandEnvironment.run {
            let path = try Catalogue(of: library.folder).path(of: name)
            let entry = try CatalogueEntry(path: path)
            let heard = try entry.contents.sounds.indices.map { try SoundMeter.measure(path, track: $0) }
            if json {
                Message.result(jsonLine(RecordingJSON(entry, heard: heard)))
            } else {
                RecordingSheet(entry: entry, heard: heard).lines.forEach(Message.result)
            }
            return .recorded
        }
    }
}
