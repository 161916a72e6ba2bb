import Files
import Notation
import Yams

/// Reads YAML: a list of mappings, or documents that are each a mapping or such a list.
///
/// It holds the whole file in memory, up to 4 MiB of text, and the nodes of one document. Use CSV
/// or JSON Lines for more rows. Numbers and booleans are kept as they are written, `null` is
/// empty, lists and mappings are JSON.
struct YAMLReader: RowReader {
    private static let hint = "Write a list of mappings, like - {id: 7, name: Ada}."

    private let file: YAMLFile
    private let documents: YAMLDocuments
    private var nodes: ArraySlice<Node> = []
    private var rows: KeyedRows
    private var count = 0
    private var hasEnded = false

    var columns: Columns { rows.columns }

    /// Reads the file, and begins to read its rows.
    ///
    /// - Parameter path: The file's path, for messages.
    /// - Throws: ``ManifestError`` for a file that is too large, has no rows or an invalid first row.
    init(_ source: any ByteSource, path: String) throws {
        file = YAMLFile(path: path, text: try Self.text(of: source, path: path))
        documents = try Self.mapped(path) { [file] in try YAMLDocuments(file) }
        nodes = try Self.nextNodes(of: documents, file: file)
        guard let first = nodes.first else { throw ManifestError(path: path, "The file has no rows. \(Self.hint)") }
        rows = try KeyedRows(
            first: try Self.entries(of: first, file: file), path: path, line: first.mark?.line ?? 1)
    }

    mutating func next() throws -> Row? {
        guard !hasEnded else { return nil }
        if nodes.isEmpty {
            // libyaml cannot go on behind a mistake.
            hasEnded = true
            nodes = try Self.nextNodes(of: documents, file: file)
            hasEnded = nodes.isEmpty
        }
        guard let node = nodes.popFirst() else { return nil }
        count += 1
        do {
            return try rows.row(
                try Self.entries(of: node, file: file), number: count, line: node.mark?.line ?? 1)
        } catch let error as ManifestError {
            throw error.inRow(count)
        }
    }

    private static func text(of source: any ByteSource, path: String) throws -> String {
        var source = source
        var bytes: [UInt8] = []
        while case let more = try source.next(), !more.isEmpty {
            bytes += more
            guard bytes.count <= RowLimits.yaml else {
                throw ManifestError(
                    path: path,
                    "The file is larger than \(RowLimits.yaml >> 20) MiB, the most that is read as YAML. Use CSV or "
                        + "JSON Lines.")
            }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            let lines = bytes.split(separator: .lineFeed, omittingEmptySubsequences: false)
            let line = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil }
            throw ManifestError(path: path, line: line.map { $0 + 1 }, notUTF8)
        }
        return text
    }

    /// The rows of the next document that has any; none behind the last document.
    private static func nextNodes(of documents: YAMLDocuments, file: YAMLFile) throws -> ArraySlice<Node> {
        while let root = try mapped(file.path, { try documents.next() }) {
            if root.null != nil { continue }
            guard let sequence = root.sequence else { return [root] }
            if !sequence.isEmpty { return Array(sequence)[...] }
        }
        return []
    }

    private static func entries(of node: Node, file: YAMLFile) throws -> [KeyedRows.Entry] {
        let line = node.mark?.line
        guard let mapping = node.mapping else {
            throw ManifestError(path: file.path, line: line, "The row is not a mapping. \(hint)")
        }
        return try mapping.map { key, value in
            guard let name = key.scalar?.string else {
                throw ManifestError(path: file.path, line: key.mark?.line, "A name is not a text. \(hint)")
            }
            return (name, YAMLJSON.field(value))
        }
    }

    /// Turns a mistake in the YAML into a mistake in the manifest.
    private static func mapped<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as YAMLError {
            throw ManifestError(path: path, line: error.mark?.line, error.message)
        }
    }
}

/// Turns YAML's values into fields.
enum YAMLJSON {
    /// The field of a value: a text, or JSON for a number, a boolean, a list or a mapping.
    static func field(_ node: Node) -> Field {
        guard node.scalar == nil else { return scalar(node) }
        var text = ""
        write(node, to: &text)
        return Field(text: text, isLiteral: true)
    }

    private static func scalar(_ node: Node) -> Field {
        guard node.null == nil, let scalar = node.scalar else { return .null }
        // Quotes make a text of anything.
        let isPlain = scalar.style == .plain || scalar.style == .any
        return Field(text: scalar.string, isLiteral: isPlain && JSONScanner.isLiteral(scalar.string))
    }

    private static func write(_ node: Node, to text: inout String) {
        if let sequence = node.sequence {
            text += "["
            for (index, item) in sequence.enumerated() {
                if index > 0 { text += "," }
                write(item, to: &text)
            }
            text += "]"
        } else if let mapping = node.mapping {
            text += "{"
            for (index, pair) in mapping.enumerated() {
                if index > 0 { text += "," }
                text += Field.quoted(pair.key.scalar?.string ?? "") + ":"
                write(pair.value, to: &text)
            }
            text += "}"
        } else {
            text += scalar(node).json
        }
    }
}
