import Foundation
import Notation
import Recorder
import RecordingLibrary
import Yams

/// A YAML file of pages and cases for `pagereel check`.
///
/// ```yaml
/// defaults: {size: 1280x720}
/// pages:
///   - page: report.html
///     expect: [start < 2s, stop within 12s]
///   - page: form.html
///     cases:
///       - name: Somebody clicks
///         do: [{at: 1s, click: '#next'}]
///         expect: mark:next at 1s
/// ```
struct CasesFile {
    /// The keys of the file.
    enum Key: String, CaseIterable {
        case defaults, pages
    }

    /// The keys of a page or a case, beside options.
    enum PageKey: String, CaseIterable {
        case page, name, cases, expect
        /// Steps, or the option with their file.
        case steps = "do"
    }

    let file: YAMLFile
    private let reader: SettingReader
    private let flowMappings: Set<YAMLFile.Mark>

    static func isName(_ name: String) -> Bool {
        [".yaml", ".yml"].contains { name.lowercased().hasSuffix($0) } && !name.contains("://")
    }

    /// Reads a file.
    ///
    /// - Throws: ``FileError`` with `unreadableInput`.
    init(path: String) throws {
        self.init(try YAMLFile(path: path, as: "file of cases"))
    }

    init(_ file: YAMLFile, environment: [String: String] = ProcessInfo.processInfo.environment) {
        self.file = file
        flowMappings = file.flowMappings
        reader = SettingReader(
            file: file, home: UserDirectories.home(environment),
            options: OptionFacts.byName(in: CheckCommand.caseTables),
            otherKeys: PageKey.allCases.map(\.rawValue))
    }

    private static let hint = "A file of cases has pages:, a list of pages with their cases."

    /// The keys of a page or a case.
    private struct Description {
        var page: String?
        var name: String?
        var steps: Node?
        var expectations: [String]?
        var cases: Node?
        /// Options by their names; those of a case override those of its page.
        var settings: [String: WrittenSetting] = [:]
        var place: ExpectationPlace
    }

    /// The cases, in order.
    ///
    /// - Throws: ``YAMLError``.
    func cases() throws -> [CheckCase] {
        guard let root = try file.root() else { throw file.error(at: .line(1), "The file is empty. \(Self.hint)") }
        var defaults: [String: WrittenSetting] = [:]
        var pages: Node?
        for (key, mark, value) in try file.entries(of: root, Self.hint) {
            switch Key(rawValue: key) {
            case .defaults:
                for (name, mark, node) in try file.entries(of: value, "Write one option per line.") {
                    defaults[name] = try reader.setting(name, node, at: mark)
                }
            case .pages: pages = value
            case nil:
                throw file.error(
                    at: mark, "There is no '\(key)' here.\(Key.allCases.map(\.rawValue).suggestion(for: key))")
            }
        }
        guard let pages else { throw file.error(at: root, "There are no pages. \(Self.hint)") }
        let cases = try file.items(of: pages, Self.hint).flatMap { try self.cases(of: $0, defaults) }
        guard !cases.isEmpty else { throw file.error(at: pages, "There are no cases to check. \(Self.hint)") }
        return cases
    }

    private func cases(of node: Node, _ defaults: [String: WrittenSetting]) throws -> [CheckCase] {
        let page = try description(node)
        guard let list = page.cases else { return [try checkCase(page, below: nil, defaults, node)] }
        guard page.expectations == nil else {
            throw file.error(at: node, "A page with cases: has its expect: in the cases.")
        }
        return try file.items(of: list, Self.hint).map { node in
            let inner = try description(node)
            guard inner.cases == nil else { throw file.error(at: node, "A case cannot contain cases.") }
            return try checkCase(inner, below: page, defaults, node)
        }
    }

    private func checkCase(
        _ inner: Description, below outer: Description?, _ defaults: [String: WrittenSetting], _ node: Node
    ) throws -> CheckCase {
        guard let page = inner.page ?? outer?.page else {
            throw file.error(at: node, "There is no page. Write page: with its address or path.")
        }
        let settings = defaults.merging(outer?.settings ?? [:]) { $1 }.merging(inner.settings) { $1 }
        var arguments = settings.sorted { $0.key < $1.key }.flatMap { name, setting in
            reader.options[name].map(setting.arguments) ?? []
        }
        arguments += (inner.expectations ?? []).map { "--expect=\($0)" }
        let steps = inner.steps ?? outer?.steps
        // With `serve`, the page is a path in that folder.
        let isPath = settings["serve"] == nil && !page.contains("://")
        let shown = ShownAddress.text(page)
        let name = [outer == nil ? nil : outer?.name ?? shown, inner.name ?? (outer == nil ? shown : nil)]
        return CheckCase(
            name: name.compactMap(\.self).joined(separator: ": "), page: isPath ? reader.path(page) : page,
            arguments: arguments, steps: try steps.map { try StepsReader.text(of: $0, in: file) }, place: inner.place)
    }

    private func description(_ node: Node) throws -> Description {
        let entries = try file.entries(of: node, Self.hint)
        guard let mapping = node.mapping, let first = mapping.first?.key.mark else {
            throw file.error(at: node, "The page or case is empty.")
        }
        let expectLine = entries.first { $0.key == "expect" }?.mark?.line
        var description = Description(
            place: ExpectationPlace(
                line: expectLine, column: first.column, firstLine: first.line, isBlock: !isInBraces(node)))
        for (key, mark, value) in entries {
            switch PageKey(rawValue: key) {
            case .page: description.page = try file.text(value, Self.hint)
            case .name: description.name = try file.text(value, Self.hint)
            case .cases: description.cases = value
            case .expect: description.expectations = try expectations(value)
            case .steps where value.scalar == nil: description.steps = value
            case .steps, nil: description.settings[key] = try reader.setting(key, value, at: mark)
            }
        }
        return description
    }

    private func isInBraces(_ node: Node) -> Bool {
        node.start.map(flowMappings.contains) ?? true
    }

    private func expectations(_ node: Node) throws -> [String] {
        let hint = "Expectations are written like start < 2s, in one text or a list."
        let texts = node.sequence == nil ? [node] : try file.items(of: node, hint)
        return try texts.filter { $0.null == nil }.map { node in
            let text = try file.text(node, hint)
            do {
                _ = try Expectation.list(text)
            } catch {
                throw file.error(at: node, "\(error)")
            }
            return text
        }
    }
}

/// A case: a page with its options, steps and expectations.
struct CheckCase {
    let name: String
    /// The page, as an argument of `pagereel check`.
    let page: String
    /// The options, as typed.
    let arguments: [String]
    /// The steps in YAML, if the case itself contains them.
    let steps: String?
    /// Where the file of cases has its expectations; `nil` for a page of the command line.
    let place: ExpectationPlace?

    /// Whether steps use the page.
    var hasSteps: Bool { steps != nil || arguments.contains { $0.hasPrefix("--do=") } }
}

/// The position of a case's expectations in its file.
struct ExpectationPlace: Hashable {
    /// The line of `expect:`, counted from 1; `nil` if the case has no `expect:`.
    let line: Int?
    /// The column of the case's keys, counted from 1.
    let column: Int
    /// The line of the case's first key.
    let firstLine: Int
    /// Whether the case is written as a block, not in braces.
    let isBlock: Bool
}

/// Updates the expectations in a file of cases.
///
/// All other lines stay unchanged, comments included.
struct ExpectationUpdate {
    let file: YAMLFile

    /// Returns the file's text with new expectations.
    ///
    /// - Throws: ``YAMLError`` for a case in braces.
    func text(with results: [(place: ExpectationPlace, observations: [String])]) throws -> String {
        var lines = lines
        let lineBreak = lines.first.map { String($0.suffix(1)) }.flatMap { $0 == "\r\n" ? $0 : nil } ?? "\n"
        // Backwards, so that earlier lines keep their numbers.
        for (place, observations) in results.sorted(by: { $0.place.firstLine > $1.place.firstLine }) {
            guard place.isBlock else {
                throw file.error(
                    at: YAMLFile.Mark(line: place.firstLine, column: place.column),
                    "A case in braces cannot be updated. Write each of its keys on its own line.")
            }
            let indent = String(repeating: " ", count: place.column - 1)
            var written = ["\(indent)expect:"] + observations.map { "\(indent)  - \(Self.quoted($0))" }
            if let line = place.line {
                // The key may follow the dash of its list.
                let dash = lines[line - 1].prefix(place.column - 1)
                written[0] = String(dash) + written[0].dropFirst(indent.count)
            }
            let end = Self.end(of: place.line ?? place.firstLine, indentedBy: place.column - 1, in: lines)
            // Behind a file without a last line break.
            if end == lines.count, let last = lines.last, last.last?.isNewline != true { lines[end - 1] += lineBreak }
            lines.replaceSubrange((place.line.map { $0 - 1 } ?? end)..<end, with: written.map { $0 + lineBreak })
        }
        return lines.joined()
    }

    /// The lines with their breaks, as YAML counts them.
    private var lines: [String] {
        var lines: [String] = []
        var rest = file.text[...]
        while !rest.isEmpty {
            let end = rest.firstIndex(where: \.isNewline).map(rest.index(after:)) ?? rest.endIndex
            lines.append(String(rest[..<end]))
            rest = rest[end...]
        }
        return lines
    }

    /// Returns the last line of an entry: its lines are indented more, or are
    /// items of its list.
    private static func end(of line: Int, indentedBy indent: Int, in lines: [String]) -> Int {
        var end = line
        while end < lines.count {
            let text = lines[end].prefix { !$0.isNewline }
            let depth = text.prefix { $0 == " " }.count
            let isItem = depth == indent && text.dropFirst(depth).hasPrefix("- ")
            guard depth > indent && depth < text.count || isItem else { break }
            end += 1
        }
        return end
    }

    /// Quotes a text for YAML (YAML 1.2, 7.3.2).
    private static func quoted(_ text: String) -> String { "'\(text.escaping(["'": "''"]))'" }
}
