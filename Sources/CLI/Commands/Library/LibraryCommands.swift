import ArgumentParser
import Decoder
import Files
import Frames
import Glibc
import Notation
import RecordingLibrary

enum LibraryCommands {
    /// The help of an argument that names a recording.
    static let nameHelp: ArgumentHelp = """
        Recording: its file name or the beginning of it, its number in pagereel list, latest, or a path.
        """

    /// Reads the library, and warns of unreadable videos.
    static func catalog(of folder: LibraryFolder) throws -> Catalog {
        let catalog = try Catalog(of: folder)
        for (_, reason) in catalog.unreadable {
            Message.warning("\(reason.message) It is left out.")
        }
        return catalog
    }

    /// Reports that there is nothing to show.
    static func tellEmpty(_ catalog: Catalog) {
        let folder = catalog.folder.path
        Message.note(
            catalog.entries.isEmpty
                ? "there are no recordings in \(folder) yet; pagereel record without --output saves them there."
                : "no recording matches, of \(catalog.entries.count) in \(folder).")
    }
}

struct OpenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Open a recording in the desktop's video player, with xdg-open.")

    @Argument(help: LibraryCommands.nameHelp)
    var name: String

    @OptionGroup @Options var library: LibraryArguments

    func run() throws {
        try CommandEnvironment.run {
            let path = try Catalog(of: library.folder).path(of: name)
            _ = try CatalogEntry(path: path)
            try Self.open(path)
            return .success
        }
    }

    private static func open(_ path: String) throws(LibraryError) {
        do {
            try DesktopProgram.open(path)
        } catch .notInstalled {
            throw LibraryError(
                .missingComponent,
                "Cannot find xdg-open. Install it with: apt-get install xdg-utils. The file is \(path)")
        } catch .noProgram {
            throw LibraryError(
                .missingComponent, "xdg-open found no program for \(path). Install a video player.")
        } catch {
            throw LibraryError(.missingComponent, "\(error).")
        }
    }
}

struct RemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove recordings from the library permanently.",
        discussion: "Asks for confirmation; without a terminal, --yes is required.")

    @Argument(help: LibraryCommands.nameHelp)
    var names: [String]

    @OptionGroup @Options var library: LibraryArguments
    @OptionGroup @Options var asking: RemoveArguments

    func run() throws {
        try CommandEnvironment.run {
            let catalog = try Catalog(of: library.folder)
            // Find all before removing the first.
            var paths: [String] = []
            for name in names {
                let path = try library.folder.requireOwn(try catalog.path(of: name))
                if !paths.contains(path) { paths.append(path) }
            }
            guard try asking.yes || isWanted(paths) else {
                Message.note("nothing was removed.")
                return .success
            }
            for path in paths {
                try LibraryFolder.remove(path)
                Message.note("removed \(path).")
            }
            return .success
        }
    }

    private func isWanted(_ paths: [String]) throws -> Bool {
        guard isatty(STDIN_FILENO) == 1 else {
            throw LibraryError(
                .usage, "Cannot ask for confirmation without a terminal. Pass --yes to remove without asking.")
        }
        for path in paths {
            // A broken file can be removed too; only its path is shown.
            let entry = try? CatalogEntry(path: path)
            let words = entry.map { "\(path) (\($0.page), \($0.contents.duration.clockText))" } ?? path
            Message.raw(Message.printable(words) + "\n")
        }
        Message.raw(paths.count == 1 ? "Remove it? [y/N] " : "Remove these \(paths.count)? [y/N] ")
        return ["y", "yes"].contains(readLine()?.lowercased())
    }
}

/// The option for what is asked before recordings are removed.
struct RemoveArguments: OptionTable {
    @Setting("yes", "Remove without asking.", .letter("y"), .onOnly)
    var yes = false
}

struct GalleryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gallery",
        abstract: "Write an HTML page with posters and players for the library's recordings.",
        discussion: """
            The page is a single file that links to the videos relative to its own folder. Keep it beside the videos, \
            and you can move, copy or serve them together.
            """)

    @OptionGroup @Options var page: GalleryArguments
    @OptionGroup(title: "Which recordings") @Options var filter: FilterArguments

    func run() throws {
        try CommandEnvironment.run {
            let catalog = try LibraryCommands.catalog(of: page.library.folder)
            let entries = filter.filter.numbered(catalog.entries).map(\.entry)
            let file = try OutputFile(path: page.output, overwrite: page.overwrite, content: .page)
            do {
                try file.write(Array(Gallery(of: entries, in: file.folder).page.utf8))
                try file.commit()
            } catch {
                file.discard()
                throw error
            }
            guard !page.quiet else { return .success }
            Message.note("\(page.output): \(quantity(entries.count, "recording"))")
            return .success
        }
    }
}

/// Options for the gallery's page.
struct GalleryArguments: OptionTable {
    @Setting(
        "output", "HTML file to write; missing folders are created.", .text, as: "file", .letter("o"), .files(["html"]),
        .required)
    var output = ""

    @Setting("overwrite", "Replace an existing page once the new one is complete.", .onOnly)
    var overwrite = false

    /// The recordings.
    var library = LibraryArguments()

    @Setting("quiet", "Print only errors.", .letter("q"), .onOnly)
    var quiet = false

    func validate() throws {
        try library.validate()
        guard [".html", ".htm"].contains(where: output.lowercased().hasSuffix) else {
            throw ValidationError("The gallery is a page; give it a name that ends in .html, like -o index.html.")
        }
    }
}

struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Watch the library; print each recording as soon as it is finished.",
        discussion: """
            Prints name, length, size and page of recordings by any process, separated by tabs. Exits with 130 on \
            Ctrl-C, 143 on SIGTERM, 129 on SIGHUP, 65 if the folder is removed, and 74 if standard output is closed or \
            full.
            """)

    @OptionGroup @Options var library: LibraryArguments
    @OptionGroup @Options var messages: WatchArguments

    func run() throws {
        try CommandEnvironment.run {
            let folder = library.folder
            return try CommandLoop.run { () async throws(LibraryError) in try await watch(folder) }
        }
    }

    @MainActor
    private func watch(_ folder: LibraryFolder) async throws(LibraryError) -> ExitStatus {
        let signals = StopSignals()
        let (endings, ending) = AsyncStream.makeStream(of: ExitStatus.self)
        let watch = try LibraryWatch(folder) { event in
            switch event {
            case .finished(let entry):
                Message.result(messages.json ? jsonLine(entry.json()) : Self.line(entry))
                if Message.resultFailure != nil { ending.yield(.outputNotWritten) }
            case .unreadable(let error): if !messages.quiet { Message.warning(error.message) }
            case .gone:
                Message.error("The folder \(folder.path) was removed; there is nothing left to watch.")
                ending.yield(.unreadableInput)
            }
        }
        await signals.start()
        if !messages.quiet { Message.note("watching \(folder.path)") }
        defer { withExtendedLifetime(watch) {} }
        let ended = await signals.run(interrupt: { ending.finish() }) { () async -> ExitStatus? in
            for await status in endings { return status }
            return nil
        }
        return ended ?? signals.status ?? .interrupted
    }

    private static func line(_ entry: CatalogEntry) -> String {
        [
            entry.name, entry.contents.duration.clockText, entry.contents.bytes.byteText, entry.page,
        ].map(Message.printable).joined(separator: "\t")
    }
}

/// Options for what is told of new recordings.
struct WatchArguments: OptionTable {
    @Setting("json", "Print one JSON object per line, as pagereel show --json does.", .onOnly)
    var json = false

    @Setting("quiet", "Print only errors.", .letter("q"), .onOnly)
    var quiet = false
}
