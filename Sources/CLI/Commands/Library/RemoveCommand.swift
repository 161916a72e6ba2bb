import ArgumentParser
import Decoder
import Frames
import Glibc
import Library

/// `pagereel remove`: removes recordings from the library.
struct RemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove recordings from the library permanently.",
        discussion: "Asks for confirmation; without a terminal, --yes is required.")

    @Argument(help: RecordingNames.help)
    var names: [String]

    @OptionGroup @Options var library: LibraryArguments

    @Flag(name: [.short, .long], help: "Remove without asking.")
    var yes = false

    func run() throws {
        try CommandEnvironment.run {
            let catalogue = try Catalogue(of: library.folder)
            // Find all before removing the first.
            var paths: [String] = []
            for name in names {
                let path = try library.folder.requireOwn(try catalogue.path(of: name))
                if !paths.contains(path) { paths.append(path) }
            }
            guard try yes || isWanted(paths) else {
                Message.note("nothing was removed.")
                return .recorded
            }
            for path in paths {
                try LibraryFolder.remove(path)
                Message.note("removed \(path).")
            }
            return .recorded
        }
    }

    /// Asks for confirmation.
    private func isWanted(_ paths: [String]) throws -> Bool {
        guard isatty(STDIN_FILENO) == 1 else {
            throw LibraryError(
                .usage, "Cannot ask for confirmation without a terminal. Pass --yes to remove without asking.")
        }
        for path in paths {
            // A broken file can be removed too; only its path is shown.
            let entry = try? CatalogueEntry(path: path)
            let words = entry.map { "\(path) (\($0.page), \($0.contents.duration.clockText))" } ?? path
            Message.raw(Message.printable(words) + "\n")
        }
        Message.raw(paths.count == 1 ? "Remove it? [y/N] " : "Remove these \(paths.count)? [y/N] ")
        return ["y", "yes"].contains(readLine()?.lowercased())
    }
}
