import ArgumentParser
import Decoder
import Files
import Frames
import Glibc
import Library
import Notation

/// `pagereel watch`: prints each recording when it is finished.
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

    @Flag(help: "Print one JSON object per line, as pagereel show --json does.")
    var json = false

    @Flag(name: [.short, .long], help: "Print only errors.")
    var quiet = false

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
                Message.result(json ? jsonLine(RecordingJSON(entry)) : Self.line(entry))
                if Message.resultFailure != nil { ending.yield(.outputNotWritten) }
            case .unreadable(let error): if !quiet { Message.warning(error.message) }
            case .gone:
                Message.error("The folder \(folder.path) was removed; there is nothing left to watch.")
                ending.yield(.unreadableInput)
            }
        }
        await signals.start()
        if !quiet { Message.note("watching \(folder.path)") }
        defer { withExtendedLifetime(watch) {} }
        let ended = await signals.run(interrupt: { ending.finish() }) { () async -> ExitStatus? in
            for await status in endings { return status }
            return nil
        }
        return ended ?? signals.status ?? .interrupted
    }

    private static func line(_ entry: CatalogueEntry) -> String {
        [
            entry.name, entry.contents.duration.clockText, entry.contents.bytes.byteText, entry.page,
        ].map(Message.printable).joined(separator: "\t")
    }
}
