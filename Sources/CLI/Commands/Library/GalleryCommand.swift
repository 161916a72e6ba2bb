import ArgumentParser
import Files
import Library
import Notation

/// `pagereel gallery`: writes an HTML page of the library.
struct GalleryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gallery",
        abstract: "Write an HTML page with posters and players for the library's recordings.",
        discussion: """
            The page is a single file that links to the videos relative to its own folder. Keep it beside the videos, \
            and you can move, copy or serve them together.
            """)

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("HTML file to write; missing folders are created.", valueName: "file"),
        completion: .file(extensions: ["html"]))
    var output: String

    @Flag(help: "Replace an existing page once the new one is complete.")
    var overwrite = false

    @OptionGroup @Options var library: LibraryArguments
    @OptionGroup(title: "Which recordings") var filter: FilterArguments

    @Flag(name: [.short, .long], help: "Print only errors.")
    var quiet = false

    func validate() throws {
        guard [".html", ".htm"].contains(where: output.lowercased().hasSuffix) else {
            throw ValidationError("The gallery is a page; give it a name that ends in .html, like -o index.html.")
        }
    }

    func run() throws {
        try CommandEnvironment.run {
            let catalogue = try LibraryCommands.catalogue(of: library.folder)
            let entries = filter.filter.numbered(catalogue.entries).map(\.entry)
            let file = try OutputFile(path: output, overwrite: overwrite, content: .page)
            do {
                try file.write(Array(Gallery(of: entries, in: file.folder).page.utf8))
                try file.commit()
            } catch {
                file.discard()
                throw error
            }
            guard !quiet else { return .recorded }
            Message.note("\(output): \(quantity(entries.count, "recording"))")
            return .recorded
        }
    }
}
