import ArgumentParser
import Decoder
import Frames
import Glibc
import Library
import Notation

/// `pagereel list`: prints the library's recordings.
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Print the library's recordings, newest first.",
        discussion: """
            The library is the folder of recordings made without --output. Each file carries its own metadata; there is \
            no database. You can rename, move, add and remove files by hand.
            """)

    @OptionGroup @Options var library: LibraryArguments
    @OptionGroup(title: "Which recordings") var filter: FilterArguments

    @Flag(help: "Print a JSON array to standard output, with an object for each recording.")
    var json = false

    func run() throws {
        try CommandEnvironment.run {
            let catalogue = try LibraryCommands.catalogue(of: library.folder)
            let numbered = filter.filter.numbered(catalogue.entries)
            if numbered.isEmpty { LibraryCommands.tellEmpty(catalogue) }
            if json {
                Message.result(jsonLine(numbered.map { RecordingJSON($0.entry) }))
            } else if !numbered.isEmpty {
                let table = TextTable(Self.columns, rows: numbered.map { Self.row($0.number, $0.entry) })
                table.lines(width: Terminal.width(of: STDOUT_FILENO)).forEach(Message.result)
            }
            return .recorded
        }
    }

    private static let columns: [TextTable.Column] = [
        .number("#"), "time", .number("length"), .number("size"), .flexible("page", narrowest: 8), "name",
    ]

    private static func row(_ number: Int, _ entry: CatalogueEntry) -> [String] {
        [
            "\(number)", LocalTime(milliseconds: entry.recorded).text, entry.contents.duration.clockText,
            entry.contents.bytes.byteText, entry.page, entry.name,
        ]
    }
}
