import ArgumentParser
import Glibc
import Manifest
import Notation

/// Turns rows of a manifest into recordings: inserts their values into the page, the output and the
/// options.
struct RowPlanner: Sendable {
    /// The page up to its query; `nil` for an address, in which every value is part of the address.
    private let path: RowTemplate?
    /// The page, or its query.
    private let query: RowTemplate?
    /// Whether the page is a column's value, such as a whole address.
    private let isWholeColumn: Bool
    private let output: RowTemplate
    private let options: [(name: String, value: RowTemplate?)]
    /// The options that columns set, with the columns' positions.
    private let columns: [(option: KnownOption, index: Int)]

    /// Parses the templates.
    ///
    /// - Parameters:
    ///   - arguments: The command's arguments.
    ///   - time: Seconds since 1970, for conversions such as `%Y` in the output's name.
    /// - Throws: `OptionError` for an invalid template, ``CommandError`` for an option without a value.
    init(_ arguments: BatchArguments, for columns: Columns, at time: time_t) throws {
        let page = arguments.page
        if page.contains("://") {
            path = nil
            query = try RowTemplate(page, for: columns)
        } else {
            // In a path a value is one name, behind it a part of an address.
            let end = page.firstIndex { $0 == "?" || $0 == "#" } ?? page.endIndex
            path = try RowTemplate(String(page[..<end]), for: columns)
            query = end == page.endIndex ? nil : try RowTemplate(String(page[end...]), for: columns)
        }
        isWholeColumn = page.hasPrefix("{") && columns.index(of: String(page.dropFirst().dropLast())) != nil
        output = try RowTemplate(arguments.output.template, for: columns).mappingConstants {
            $0.contains("%") ? TimedName(template: $0).text(at: time) : $0
        }
        options = try arguments.recordArguments.map { word throws(OptionError) in
            guard let sign = word.firstIndex(of: "=") else { return (word, nil) }
            let value = String(word[word.index(after: sign)...])
            return (String(word[..<sign]), try RowTemplate(value, for: columns))
        }
        let known = KnownOption.byName(in: BatchRunCommand.passedGroups)
        self.columns = columns.names.enumerated().compactMap { index, name in
            known[name].map { (option: $0, index: index) }
        }
    }

    /// The options, if they are the same for each row.
    var constantOptions: [String]? {
        guard columns.isEmpty else { return nil }
        var words: [String] = []
        for (name, value) in options {
            guard let value else {
                words.append(name)
                continue
            }
            guard let text = value.constant else { return nil }
            words.append("\(name)=\(text)")
        }
        return words
    }

    /// The names of the columns that set options.
    var optionColumns: [String] { columns.map(\.option.name) }

    /// Plans a row.
    ///
    /// - Throws: `ManifestError` if its values make no valid output or option.
    func plan(_ row: Row) throws(ManifestError) -> PlannedRow {
        var page = ""
        if let path { page += try path.text(for: row, as: isWholeColumn ? .plain : .fileName) }
        if let query { page += try query.text(for: row, as: .address) }
        var words: [String] = []
        for (name, value) in options {
            guard let value else {
                words.append(name)
                continue
            }
            words.append("\(name)=\(try value.text(for: row, as: .plain))")
        }
        for (option, index) in columns { words += try Self.arguments(for: option, row[index], in: row) }
        return PlannedRow(
            number: row.number, line: row.line, page: page, output: try output.text(for: row, as: .fileName),
            options: words, data: row.json)
    }

    private static func arguments(
        for option: KnownOption, _ value: String, in row: Row
    ) throws(ManifestError) -> [String] {
        guard !value.isEmpty else { return [] }
        guard option.isFlag else {
            return WrittenSetting(option: option.name, value: .texts([value])).arguments(for: option)
        }
        guard
            let isOn = ["true": true, "yes": true, "1": true, "false": false, "no": false, "0": false][
                value.lowercased()]
        else {
            throw row.error("The column \(option.name) is an option that is on or off. Write true or false.")
        }
        return WrittenSetting(option: option.name, value: .flag(isOn)).arguments(for: option)
    }
}
