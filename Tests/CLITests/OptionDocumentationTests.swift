import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import CLI

/// The tables of options in docs/ are those of the declarations.
///
/// A table stands below `<!-- options: TABLE TABLE -->`, with the names of ``OptionTable`` types. In each row, what follows
/// `<br>` is written by hand, and so are rows of other options. `make option-tables` writes the rest.
@Suite("Documented options")
struct OptionDocumentationTests {
    private static let tables: [String: any OptionTable.Type] = {
        func tables(of command: any ParsableCommand.Type) -> [any OptionTable.Type] {
            command.tablesOfGroups + command.configuration.subcommands.flatMap(tables)
        }
        return Dictionary(tables(of: Pagereel.self).map { ("\($0)", $0) }) { first, _ in first }
    }()

    private static let pages: [URL] = {
        let folder = Fixture.repository.appending(path: "docs")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".md") }.sorted().map { folder.appending(path: $0) }
    }()

    @Test("Each page has the rows of its tables", arguments: pages)
    func rows(page: URL) throws {
        let written = try String(contentsOf: page, encoding: .utf8)
        let wanted = try Self.completed(written)
        if ProcessInfo.processInfo.environment["PAGEREEL_WRITE_OPTION_TABLES"] == "1" {
            return try Data(wanted.utf8).write(to: page)
        }
        let lines = Set(written.split(separator: "\n"))
        let missing = wanted.split(separator: "\n").filter { !lines.contains($0) }
        #expect(missing == [], "make option-tables writes these rows of \(page.lastPathComponent)")
        #expect(missing != [] || wanted == written, "the rows of \(page.lastPathComponent) have another order")
    }

    @Test("docs/options.md has all tables of record, each once")
    func all() throws {
        let page = try String(
            contentsOf: Fixture.repository.appending(path: "docs/options.md"), encoding: .utf8)
        let documented = page.matches(of: #/<!-- options: ([A-Za-z ]+) -->/#).flatMap {
            $0.output.1.split(separator: " ")
        }
        #expect(Set(documented.map(String.init)) == Set(RecordCommand.tablesOfGroups.map { "\($0)" }))
        #expect(documented.count == Set(documented).count)
    }

    @Test("docs/configuration.md says which options replace others")
    func replaced() throws {
        let page = try String(
            contentsOf: Fixture.repository.appending(path: "docs/configuration.md"), encoding: .utf8)
        for row in Self.replacing(RecordCommand.configurableTables.flatMap { $0.facts }) {
            #expect(page.contains("\n\(row)\n"), "missing: \(row)")
        }
    }

    /// Returns a page with complete tables.
    private static func completed(_ page: String) throws -> String {
        var lines: [String] = []
        var rest = page.components(separatedBy: "\n")[...]
        while let line = rest.popFirst() {
            lines.append(line)
            guard let names = line.wholeMatch(of: #/<!-- options: ([A-Za-z ]+) -->/#)?.output.1 else { continue }
            let rows = rest.dropFirst().prefix { $0.hasPrefix("|") }
            rest = rest.dropFirst(1 + rows.count)
            lines += ["", "| option | meaning |", "| --- | --- |"]
            let options = try names.split(separator: " ").flatMap { name in
                try #require(tables[String(name)], "no table is named \(name)").facts
            }
            lines += options.map { row($0, after: Array(rows)) }
            // Options that several commands have may stand in one row.
            lines += rows.dropFirst(2).filter { row in !options.contains { $0.name == name(inRow: row) } }
        }
        return lines.joined(separator: "\n")
    }

    /// Returns the row of an option, with what a former row of it adds by hand.
    private static func row(_ option: OptionFacts, after rows: [String]) -> String {
        let former = rows.first { name(inRow: $0) == option.name }
        let addition = former?.firstRange(of: "<br>").map { former?[$0.lowerBound...].dropLast(2) ?? "" }
        return "| \(names(of: option)) | \(markdown(option))\(addition ?? "") |"
    }

    /// Returns the first option that a row names.
    private static func name(inRow row: String) -> String? {
        row.prefixMatch(of: #/\| [^|]*?`--([a-z0-9-]+)/#).map { String($0.output.1) }
    }

    private static func names(of option: OptionFacts) -> String {
        let names = (option.letter.map { ["-\($0)"] } ?? []) + ["--\(option.name)"]
        let placeholder = option.valueName ?? option.name
        let value = (option.showsWords ? option.words.joined(separator: "|") : placeholder.uppercased())
            .replacing("|", with: "\\|")
        let others = names.dropLast().map { "`\($0)`" }
        let last = option.kind == .flag ? "`--\(option.name)`" : "`--\(option.name) \(value)`"
        return (others + [last] + (option.turnsOff ? ["`--no-\(option.name)`"] : [])).joined(separator: ", ")
    }

    private static func markdown(_ option: OptionFacts) -> String {
        var text = option.help.replacing("(default: --no-\(option.name))", with: "(default: off)")
            .replacing("(default: --\(option.name))", with: "(default: on)")
        text.replace(#/ \(values: [^;)]*\)/#, with: "")
        text.replace(#/\(values: [^;]*; /#, with: "(")
        text.replace(#/(^|[ (])'([^']+)'/#) { "\($0.output.1)`\($0.output.2)`" }
        text.replace(#/(^|[ (])((--|pagereel:\/\/|PAGEREEL_|\.[a-z])[A-Za-z0-9_-]+)/#) {
            "\($0.output.1)`\($0.output.2)`"
        }
        for (plain, escaped) in [("|", "\\|"), ("*", "\\*"), ("<", "\\<")] { text.replace(plain, with: escaped) }
        return text
    }

    /// Returns the rows for options that displace those of a file.
    private static func replacing(_ options: [OptionFacts]) -> [String] {
        options.flatMap { option -> [String] in
            let values = option.words.isEmpty ? [nil] : option.words.map(Optional.some)
            let sets = Dictionary(grouping: values) { option.displaced(by: $0) }
            return sets.filter { !$0.key.isEmpty }.map { replaced, values in
                let names =
                    values.count == option.words.count
                    ? ["`--\(option.name)`"] : values.map { "`--\(option.name)\($0.map { " \($0)" } ?? "")`" }
                return "| \(names.joined(separator: ", ")) | \(replaced.map { "`\($0)`" }.joined(separator: ", ")) |"
            }
        }
    }
}

extension OptionFacts {
    /// Whether the option's name is followed by the words that are its values.
    fileprivate var showsWords: Bool { (1...6).contains(words.count) }
}
