import EngineLink
import Files
import Glibc
import PageServer

/// Tests rows before anything is recorded: their options, pages and files; equal ones are tested once.
struct RowTests {
    private let commands: RowCommands
    private let server: PageServer?
    private var options: [[String]: Void] = [:]
    private var pages: Set<String> = []
    private var files: Set<String> = []

    /// The number of different values of each kind that are kept.
    private static let most = 10_000
    private static let fileOptions = Set(
        KnownOption.byName(in: BatchRunCommand.passedGroups).values.filter(\.namesFile).map { "--\($0.name)" })

    init(commands: RowCommands, server: PageServer?) {
        self.commands = commands
        self.server = server
    }

    /// Tests a row.
    ///
    /// - Throws: The error that recording it would throw.
    mutating func test(_ row: PlannedRow) throws {
        let page = String(row.page.prefix { $0 != "?" && $0 != "#" })
        if !row.page.contains("://"), !pages.contains(page) {
            _ = try PageAddress(row.page, from: server)
            Self.keep(page, in: &pages)
        }
        for word in row.options {
            let parts = word.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, Self.fileOptions.contains(String(parts[0])) else { continue }
            let file = String(parts[1])
            guard !files.contains(file) else { continue }
            guard unsafe access(file, R_OK) == 0 else {
                let reason = SystemError.last.text
                throw FileError(.unreadableInput, "The file \(file) of \(parts[0]) cannot be read: \(reason).")
            }
            Self.keep(file, in: &files)
        }
        guard options[row.options] == nil else { return }
        _ = try commands.command(for: row).plan(output: row.output, from: server)
        if options.count >= Self.most { options.removeAll() }
        options[row.options] = ()
    }

    private static func keep(_ value: String, in values: inout Set<String>) {
        if values.count >= most { values.removeAll() }
        values.insert(value)
    }
}
