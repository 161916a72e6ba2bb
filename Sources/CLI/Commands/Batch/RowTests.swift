import EngineLink
import Files
import Glibc
import PageServer

/// Tests rows before anything is recorded: their options, pages and files; equal ones are tested once.
struct RowTests {
    private let commands: RowCommands
    private let server: PageServer?
    private var settings: Set<[WrittenSetting]> = []
    private var pages: Set<String> = []
    private var files: Set<String> = []

    /// The number of different values of each kind that are kept.
    private static let most = 10_000

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
        for (option, file) in row.files where !files.contains(file) {
            guard unsafe access(file, R_OK) == 0 else {
                let reason = SystemError.last.text
                throw FileError(.unreadableInput, "The file \(file) of --\(option) cannot be read: \(reason).")
            }
            Self.keep(file, in: &files)
        }
        guard !settings.contains(row.settings) else { return }
        _ = try commands.command(for: row).plan(output: row.output, from: server)
        Self.keep(row.settings, in: &settings)
    }

    private static func keep<Value>(_ value: Value, in values: inout Set<Value>) {
        if values.count >= most { values.removeAll() }
        values.insert(value)
    }
}
