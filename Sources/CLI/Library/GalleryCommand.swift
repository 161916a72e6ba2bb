import ArgumentParser
import Files
import Library
import Recorder

/// `pagereel gallery`: a page to look through the library with.
struct GalleryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gallery",
        abstract: "Writes a page with posters and players to look through the library in a browser.",
        discussion: """
            The page is one file that links to the videos where they are, seen from its folder: both can be copied or \
            served together.
            """)

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("The page to write, .html; missing folders are made.", valueName: "file"),
        completion: .file(extensions: ["html"]))
    var output: String

    @Flag(help: "Replace an existing page, once the new one is whole.")
    var overwrite = false

    @OptionGroup var library: LibraryArguments
    @OptionGroup(title: "Which recordings") var filter: FilterArguments

    @Flag(name: [.short, .long], help: "Say nothing but errors.")
    var quiet = false

    func validate() throws {
        guard [".html", ".htm"].contains(where: output.lowercased().hasSuffix) else {
            throw ValidationError("The gallery is a page; give it a name that ends in .html, like -o index.html.")
        }
    }

    func run() throws {
        try LibrarySession.run {
            let catalogue = try LibrarySession.catalogue(of: library.folder)
            let entries = filter.filter.numbered(catalogue.entries).map(\.entry)
            let file = try OutputFile(path: output, overwrite: overwrite, content: .page)
            do {
                try file.write(Array(Gallery(of: entries, in: file.folder).page.utf8))
                try file.commit()
            } catch {
                file.discard()
                throw error
            }
            guard !quiet else { return }
            let count = entries.count == 1 ? "1 recording" : "\(entries.count) recordings"
            Message.note(Message.printable("\(output): \(count)"))
        }
    }
}
