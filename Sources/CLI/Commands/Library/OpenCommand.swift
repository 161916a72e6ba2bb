import ArgumentParser
import Glibc
import Library

/// `pagereel open`: opens a recording in the desktop's video player.
struct OpenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Open a recording in the desktop's video player, with xdg-open.")

    @Argument(help: RecordingNames.help)
    var name: String

    @OptionGroup var library: LibraryArguments

    func run() throws {
        try CommandEnvironment.run {
            let path = try Catalogue(of: library.folder).path(of: name)
            _ = try CatalogueEntry(path: path)
            try Self.open(path)
            return .recorded
        }
    }

    private static func open(_ path: String) throws {
        let words: [UnsafeMutablePointer<CChar>?] = unsafe ["xdg-open", path].map { (word: String) in
            unsafe strdup(word)
        }
        defer { unsafe words.forEach { unsafe free($0) } }
        var process = pid_t()
        let code = unsafe posix_spawnp(&process, "xdg-open", nil, nil, words + [nil], environ)
        guard code != ENOENT else {
            throw LibraryError(
                .missingComponent,
                "Cannot find xdg-open. Install it with: apt-get install xdg-utils. The file is \(path)")
        }
        guard code == 0 else {
            throw LibraryError(
                .missingComponent, unsafe "xdg-open cannot be started: \(String(cString: strerror(code))).")
        }
        var status: CInt = 0
        while unsafe waitpid(process, &status, 0) < 0 && errno == EINTR {}
        guard status == 0 else {
            throw LibraryError(
                .missingComponent, "xdg-open found no program for \(path). Install a video player.")
        }
    }
}
