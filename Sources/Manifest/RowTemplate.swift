private import Notation

/// A text with `{column}` for each row's value in that column; `{{` and `}}` are braces.
package struct RowTemplate: Sendable {
    /// Where a text is used, which decides how values are written in it.
    package enum Context: Sendable {
        /// A text for people or options: values are inserted as they are.
        case plain
        /// An address: each value is percent-encoded as one component of a URL (RFC 3986).
        case address
        /// A path of an output: each value stays within one folder's or file's name.
        ///
        /// Slashes and control characters of values are percent-encoded.
        case fileName
    }

    private let manifestColumns: Columns
    private let parts: [TemplatePart]
    /// The parts between slashes.
    private let components: [PathComponent]

    /// Parses a template.
    ///
    /// - Parameter columns: The columns of the rows that will be inserted.
    /// - Throws: ``OptionError`` for an unknown column, or a brace that is neither doubled nor one of a pair.
    package init(_ text: String, for columns: Columns) throws(OptionError) {
        self.init(try TemplatePart.parts(of: text, for: columns), for: columns)
    }

    private init(_ parts: [TemplatePart], for columns: Columns) {
        manifestColumns = columns
        self.parts = parts
        components = PathComponent.components(of: parts, for: columns)
    }

    /// Whether the text is the same for each row, because it has no column.
    package var isConstant: Bool { parts.allSatisfy { $0.column == nil } }

    /// The text, if it is the same for each row.
    package var constant: String? { isConstant ? text { _ in "" } : nil }

    /// The names of the columns in the template, each once, in the order of their first use.
    package var columns: [String] {
        var indexes: [Int] = []
        for case let index? in parts.map(\.column) where !indexes.contains(index) { indexes.append(index) }
        return indexes.map { manifestColumns.names[$0] }
    }

    /// Replaces the text between the columns, such as conversions for a time; values are never replaced.
    ///
    /// - Parameter transform: Is called for each text between two columns, with single braces. Slashes in its result
    ///   separate folders.
    package func mappingConstants<Failure: Error>(
        _ transform: (String) throws(Failure) -> String
    ) throws(Failure) -> RowTemplate {
        var mapped: [TemplatePart] = []
        for part in parts {
            switch part {
            case .constant(let text): mapped.append(.constant(try transform(text)))
            case .column: mapped.append(part)
            }
        }
        return RowTemplate(mapped, for: manifestColumns)
    }

    /// Inserts a row's values.
    ///
    /// - Throws: ``ManifestError`` at the row if its values make no valid path for ``Context/fileName``: a name with a
    ///   column in it is empty, `.`, `..` or longer than 255 bytes, begins with a dot because of a value, or the path
    ///   is `-`. Also if the manifest was changed and has other columns now.
    package func text(for row: Row, as context: Context) throws(ManifestError) -> String {
        try row.check(columns: manifestColumns)
        switch context {
        case .plain: return text { row[$0] }
        case .address: return text { row[$0].percentEncoded }
        case .fileName: return try path(for: row)
        }
    }

    private func text(value: (Int) -> String) -> String {
        var text = ""
        for part in parts {
            switch part {
            case .constant(let constant): text += constant
            case .column(let index): text += value(index)
            }
        }
        return text
    }

    private func path(for row: Row) throws(ManifestError) -> String {
        var path = ""
        for (index, component) in components.enumerated() {
            if index > 0 { path += "/" }
            path += try component.name(for: row)
        }
        if path == "-", let component = components.first, !isConstant {
            throw component.error(row, "becomes -, which means standard output. Change")
        }
        return path
    }
}

/// A part of a template.
enum TemplatePart: Sendable {
    /// A text, with single braces.
    case constant(String)
    /// The value in the column at this position, counted from 0.
    case column(Int)

    /// The column's position; `nil` for a constant.
    var column: Int? {
        switch self {
        case .constant: nil
        case .column(let index): index
        }
    }

    /// Splits a template.
    ///
    /// - Throws: ``OptionError`` for an unknown column, or a brace that is neither doubled nor one of a pair.
    static func parts(of text: String, for columns: Columns) throws(OptionError) -> [TemplatePart] {
        func isBrace(_ byte: UInt8) -> Bool { byte == opening || byte == closing }
        var parts: [TemplatePart] = []
        var constant = ""
        var rest = text[...]
        // Bytes, because a combining mark behind a brace makes another character of it.
        while let brace = rest.utf8.firstIndex(where: isBrace) {
            constant += rest[..<brace]
            let next = rest.utf8.index(after: brace)
            if rest.utf8[next...].first == rest.utf8[brace] {
                constant += rest[brace..<next]
                rest = rest[rest.utf8.index(after: next)...]
                continue
            }
            let place = "at character \(text[..<brace].count + 1)"
            guard rest.utf8[brace] == opening else {
                throw OptionError("The } \(place) closes nothing. Write }} for a brace.")
            }
            guard let end = rest.utf8[next...].firstIndex(where: isBrace), rest.utf8[end] == closing else {
                throw OptionError(
                    "The { \(place) is not closed. Write a } behind the column's name, or {{ for a brace.")
            }
            let name = String(rest[next..<end])
            guard !name.isEmpty else {
                throw OptionError(
                    "The {} \(place) has no column's name in it. Write a name, like {\(columns.names[0])}, or {{}} for "
                        + "braces.")
            }
            guard let index = columns.index(of: name) else {
                throw OptionError("\(columns.unknown(name)) Write {{ and }} for braces.")
            }
            if !constant.isEmpty { parts.append(.constant(constant)) }
            constant = ""
            parts.append(.column(index))
            rest = rest[rest.utf8.index(after: end)...]
        }
        constant += rest
        if !constant.isEmpty { parts.append(.constant(constant)) }
        return parts
    }

    private static var opening: UInt8 { UInt8(ascii: "{") }
    private static var closing: UInt8 { UInt8(ascii: "}") }
}
