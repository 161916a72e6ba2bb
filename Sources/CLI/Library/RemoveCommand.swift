import ArgumentParser
import Decoder
import Glibc
import Library
import Recorder

/// `pagereel remove`: recordings of the library, for good.
struct RemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Removes recordings from the library, for good.",
        discussion: "Asks before it does, and without a terminal to ask on it needs --yes.")

    @Argument(help: RecordingNames.help)
    var names: [String]

    @OptionGroup var library: LibraryArguments

    @Flag(name: [.short, .long], help: "Remove them without asking.")
    var yes = false

    func run() throws {
        try LibrarySession.run {
            let catalogue = try Catalogue(of: library.folder)
            // All are looked up before the first is removed.
            var paths: [String] = []
            for name in names {
                let path = try library.folder.requireOwn(try catalogue.path(of: name))
                if !paths.contains(path) { paths.append(path) }
            }
            guard try yes || isWanted(paths) else { return Message.note("nothing was removed.") }
            for path in paths {
                try LibraryFolder.remove(path)
                Message.note(Message.printable("removed \(path)."))
            }
        }
    }

    /// Asks whether files are to be removed.
    private func isWanted(_ paths: [String]) throws -> Bool {
        guard isatty(STDIN_FILENO) == 1 else {
            throw LibraryError(.usage, "There is no terminal to ask on whether to remove; --yes goes ahead without.")
        }
        for path in paths {
            let entry = try? CatalogueEntry(path: path)
            let words = entry.map { "\(path) (\($0.page), \(Readable.clock($0.contents.duration)))" } ?? path
            Message.raw(Message.printable(words) + "\n")
        }
        Message.raw(paths.count == 1 ? "Remove it? [y/N] " : "Remove these \(paths.count)? [y/N] ")
        return ["y", "yes"].contains(readLine()?.lowercased())
    }
}
