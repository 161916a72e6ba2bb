import ArgumentParser
import Decoder
import Files
import Glibc
import Library
import Recorder

/// `pagereel watch`: a line for each recording, when it is finished.
struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Prints a line whenever a recording in the library is finished, by whatever process.",
        discussion: """
            Prints name, length, size and page, with tabs between. Ends with Ctrl-C (130), SIGTERM (143) or SIGHUP \
            (129), and with 65 when the folder is removed.
            """)

    @OptionGroup var library: LibraryArguments

    @Flag(help: "Print each as a line of JSON, like the objects of pagereel list.")
    var json = false

    @Flag(name: [.short, .long], help: "Say nothing but errors.")
    var quiet = false

    func run() throws {
        try LibrarySession.run {
            let folder = library.folder
            let status = try CommandLoop.run { () async throws(LibraryError) in try await watch(folder) }
            throw ExitCode(status.rawValue)
        }
    }

    @MainActor
    private func watch(_ folder: LibraryFolder) async throws(LibraryError) -> ExitStatus {
        let (endings, ending) = AsyncStream.makeStream(of: ExitStatus.self)
        let watch = try LibraryWatch(folder) { event in
            switch event {
            case .finished(let entry): Message.result(json ? RecordingJSON(entry).text : Self.line(entry))
            case .unreadable(let error): if !quiet { Message.warning(Message.printable(error.message)) }
            case .gone:
                Message.error(Message.printable("The folder \(folder.path) is gone; there is nothing to watch."))
                ending.yield(.unreadableInput)
            }
        }
        let signals = SignalWatcher { ending.yield(ExitStatus(signal: $0)) }
        await signals.start()
        if !quiet { Message.note(Message.printable("watching \(folder.path)")) }
        defer { withExtendedLifetime((watch, signals)) {} }
        for await status in endings { return status }
        return .interrupted
    }

    private static func line(_ entry: CatalogueEntry) -> String {
        [
            entry.name, Readable.clock(entry.contents.duration), Readable.size(entry.contents.bytes), entry.page,
        ].map(Message.printable).joined(separator: "\t")
    }
}
