import ArgumentParser
import Library

/// `pagereel show`: prints a recording's metadata.
struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a recording's metadata and the command that reproduces it.")

    @Argument(help: RecordingNames.help)
    var name: String

    @OptionGroup var library: LibraryArguments

    @Flag(help: "Print one JSON object to standard output.")
    var json = false

    func run() throws {
        try CommandEnvironment.run {
            let path = try Catalogue(of: library.folder).path(of: name)
            let entry = try CatalogueEntry(path: path)
            if json {
                Message.result(jsonLine(RecordingJSON(entry)))
            } else {
                RecordingSheet(entry: entry).lines.forEach(Message.result)
            }
            return .recorded
        }
    }
}
