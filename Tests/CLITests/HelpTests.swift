import ArgumentParser
import Testing

@testable import CLI

@Suite("Help")
struct HelpTests {
    /// A command with its name in full.
    struct Command: CustomTestStringConvertible, Sendable {
        let type: any ParsableCommand.Type
        let name: String

        var testDescription: String { name }

        func help(isShort: Bool, columns: Int = 80) -> String {
            Help.text(of: type, named: name, in: Pagereel.self, isShort: isShort, columns: columns)
        }

        static let all = named(Pagereel.self, "pagereel")

        private static func named(_ type: any ParsableCommand.Type, _ name: String) -> [Command] {
            [Command(type: type, name: name)]
                + type.configuration.subcommands.flatMap { named($0, "\(name) \($0.configuration.commandName ?? "")") }
        }
    }

    private func lines(_ text: String) -> [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

    @Test("fits two screens, with the usage first", arguments: Command.all)
    func short(command: Command) throws {
        let short = command.help(isShort: true)
        #expect(lines(short).count <= 80, "\(lines(short).count) lines")
        #expect(short.hasPrefix("USAGE: pagereel"))
        #expect(!short.contains("OVERVIEW") && !short.contains("\n\n\n"), "\(short)")
        let description = try #require(short.split(separator: "\n\n").dropFirst().first)
        #expect(description.replacing("\n", with: " ") == command.type.configuration.abstract)
        let whole = command.help(isShort: false)
        // Nothing is in the short help that is not in the whole one.
        #expect(Set(lines(short).dropLast()).subtracting(lines(whole)) == [])
        let end = "\n\nSee '\(command.name) --help-all' for all options and the exit status."
        #expect(short == whole || short.hasSuffix(end) && lines(short).count < lines(whole).count, "\(short)")
    }

    @Test("--help-all shows every option, and the exit status last", arguments: Command.all)
    func whole(command: Command) {
        let whole = command.help(isShort: false)
        // Those of record, as templates of a batch, and what a batch sets for its workers.
        let internals = ["checked"] + RowOptions.facts.values.flatMap(\.longNames)
        let isBatch = command.name.hasPrefix("pagereel batch")
        for option in command.type.optionsOfGroups.flatMap(\.longNames) where !(isBatch && internals.contains(option)) {
            #expect(whole.contains("--\(option)"), "\(option)")
        }
        guard command.type.configuration.discussion.contains("Exit status") else { return }
        let end = whole.split(separator: "\n\n").last
        #expect(end?.hasPrefix("Exit status") == true, "\(whole)")
    }

    @Test("The table of exit statuses keeps its columns at any width")
    func table() throws {
        let record = Command(type: RecordCommand.self, name: "pagereel record")
        let narrow = record.help(isShort: false, columns: 60)
        #expect(narrow.contains("\n  10   the page canceled the recording; nothing was written\n"))
        #expect(
            narrow.contains("\n  12   the page's process, the engine or the display server\n       crashed or hung;"))
        #expect(record.help(isShort: false, columns: 300).hasSuffix("\n" + ExitStatus.table))
    }

    @Test(
        "The command is found whose help was asked for",
        arguments: [
            (["--help"], "pagereel"), (["help"], "pagereel"), ([], "pagereel"), (["record", "-h"], "pagereel record"),
            (["record", "a", "--fps", "1", "--help"], "pagereel record"), (["help", "batch"], "pagereel batch"),
            (["batch", "--help"], "pagereel batch"), (["batch", "a.csv", "--help"], "pagereel batch run"),
            (["batch", "verify", "--help-all"], "pagereel batch verify"),
            (["check", "--help-hidden"], "pagereel check"),
        ])
    func requests(typed: [String], name: String) throws {
        let command = try #require(Command.all.first { $0.name == name })
        let isWhole = ["--help-all", "--help-hidden"].contains(typed.last)
        let shown = Help.requested(by: typed, message: message(typed), of: Pagereel.self)
        // The terminal's width may be another one.
        #expect(shown?.filter { !$0.isWhitespace } == command.help(isShort: !isWhole).filter { !$0.isWhitespace })
    }

    @Test("A version or a script is not help", arguments: [["--version"], ["--generate-completion-script", "bash"]])
    func others(typed: [String]) {
        #expect(Help.requested(by: typed, message: message(typed), of: Pagereel.self) == nil)
    }

    /// What the parser would print.
    private func message(_ typed: [String]) -> String {
        do {
            var command = try Pagereel.parseConfigured(typed)
            try command.run()
            return ""
        } catch {
            return Pagereel.fullMessage(for: error)
        }
    }
}
