import ArgumentParser
import Library

/// `pagereel open`: opens a recording in the desktop's video player.
struct OpenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Open a recording in the desktop's video player, with xdg-open.")

    @Argument(help: RecordingNames.help)
    var name: String

    @OptionGroup @Options var library: LibraryArguments

    func run() throws {
        try CommandEnvironment.run {
            let path = try Catalogue(of: library.folder).path(of: name)
            _ = try CatalogueEntry(path: path)
            try Self.open(path)
            return .recorded
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
