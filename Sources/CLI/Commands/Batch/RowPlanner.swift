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
    private let options: [(option: OptionFacts, values: [RowTemplate])]
    /// The options that columns set, with the columns' positions.
    private let columns: [(option: OptionFacts, index: Int)]

    /// Parses the templates.
    ///
    /// - Parameters:
    ///   - arguments: The command's arguments.
    ///   - time: Seconds since 1970, for conversions such as `%Y` in the output's name.
    /// - Throws: `OptionError` for an invalid template, ``CommandError`` for an option without a value.
    init(_ arguments: BatchArguments, for columns: Columns, at time: time_t) throws {
        let page = arguments.templates.page
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
        output = try RowTemplate(arguments.templates.output.template, for: columns).mappingConstants {
            $0.contains("%") ? TimedName(template: $0).text(at: time) : $0
        }
        let known = RowOptions.facts
        options = try arguments.rows.templates.compactMap { setting throws(OptionError) in
            guard let option = known[setting.option] else { return nil }
            return (option, try setting.texts.map { text throws(OptionError) in try RowTemplate(text, for: columns) })
        }
        self.columns = columns.names.enumerated().compactMap { index, name in
            known[name].map { (option: $0, index: index) }
        }
    }

    /// The settings, if they are the same for each row.
    var constantSettings: [WrittenSetting]? {
        guard columns.isEmpty else { return nil }
        var settings: [WrittenSetting] = []
        for (option, values) in options {
            let texts = values.compactMap(\.constant)
            guard texts.count == values.count else { return nil }
            settings.append(WrittenSetting(option: option.name, texts: texts))
        }
        return settings
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
        var settings: [WrittenSetting] = []
        for (option, values) in options {
            let texts = try values.map { value throws(ManifestError) in try value.text(for: row, as: .plain) }
            settings.append(WrittenSetting(option: option.name, texts: texts))
        }
        for (option, index) in columns where !row[index].isEmpty {
            let text = try Self.text(row[index], of: option, in: row)
            let typed = settings.firstIndex { $0.option == option.name }
            // A column replaces the option, or adds to it.
            let others = option.kind == .values ? typed.map { settings[$0].texts } ?? [] : []
            if let typed { settings.remove(at: typed) }
            settings.append(WrittenSetting(option: option.name, texts: others + [text]))
        }
        return PlannedRow(
            number: row.number, line: row.line, page: page, output: try output.text(for: row, as: .fileName),
            settings: settings, data: row.json)
    }

    /// The values of a column for an option that is on or off, in lower case.
    static let truths = ["true": true, "yes": true, "1": true, "false": false, "no": false, "0": false]

    /// Returns a column's value as an option's.
    private static func text(
        _ value: String, of option: OptionFacts, in row: Row
    ) throws(ManifestError) -> String {
        guard option.kind == .flag else { return value }
        guard let isOn = truths[value.lowercased()] else {
            throw row.error("The column \(option.name) is an option that is on or off. Write true or false.")
        }
        return "\(isOn)"
    }
}
