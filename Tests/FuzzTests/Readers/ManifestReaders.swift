import Files
import Foundation

@testable import Manifest

extension FuzzReader {
    /// Lists of recordings, and the options that choose their rows and texts.
    static let manifests = [
        FuzzReader("csv", WordMutator(dictionary: [",", "\"", "\n", "\r\n"])) { try rows(of: $0, .csv) },
        FuzzReader("json-lines", TreeMutator(.jsonLines)) { try rows(of: $0, .jsonLines) },
        FuzzReader("yaml-rows", TreeMutator(.yaml)) { try rows(of: $0, .yaml) },
        FuzzReader.text("row-options") { text in
            let range = try accepted { try RowRange(text) }
            let shard = try accepted { try Shard(text) }
            let condition = try accepted { try RowCondition(text) }
            let limit = try accepted { try RowFilter.limit(text) }
            let columns = try Columns(["id", "name"], path: "rows.csv", line: 1)
            let template = try accepted { try RowTemplate(text, for: columns) }
            if let range { try require(range.numbers.lowerBound >= 1, "rows are counted from \(range)") }
            if let shard {
                let own = (1...100).count { shard.contains($0) }
                try require(own <= 100 / shard.count + 1, "\(shard) has \(own) of 100 rows")
            }
            if let template {
                let fields = [Field(text: "a/b"), Field(text: "..")]
                let row = Row(number: 1, line: 2, columns: columns, fields: fields)
                _ = try accepted { try template.text(for: row, as: .plain) }
                _ = try accepted { try template.text(for: row, as: .address) }
                _ = try accepted { try template.text(for: row, as: .fileName) }
            }
            // A text without braces is a template for every row.
            return range != nil || shard != nil || condition != nil || limit != nil
                || template.map { !$0.isConstant } ?? false
        },
    ]

    /// Bytes that arrive in parts of three.
    private struct Parts: ByteSource {
        var rest: ArraySlice<UInt8>

        mutating func next() -> [UInt8] {
            let part = Array(rest.prefix(3))
            rest = rest.dropFirst(3)
            return part
        }
    }

    private static func rows(of bytes: [UInt8], _ format: ManifestFormat) throws -> Outcome {
        let first = try read(Parts(rest: bytes[...]), format)
        guard let first, !first.rows.isEmpty else { return .refused }
        try require(first.rows.count <= bytes.count, "there are more rows than bytes")
        var json: [String] = []
        for row in first.rows {
            let object = try? JSONSerialization.jsonObject(with: Data(row.json.utf8)) as? [String: Any]
            // Foundation has no number like 1e999, which JSON has.
            try require(
                object?.count == row.columns.names.count || row.json.contains(#/[eE]\+?[0-9]{3}/#),
                "a row's JSON is \(row.json)")
            try require(row.number >= 1 && row.line >= 1, "a row has the number \(row.number)")
            json.append(row.json)
        }
        // The page gets these lines; as a manifest they are the same rows, unless they become too long.
        let lines = Array((json.joined(separator: "\n") + "\n").utf8)
        let again = try read(Parts(rest: lines[...]), .jsonLines)
        try require(
            again.map { $0.isWhole && $0.rows.map(\.json) == json } ?? false,
            "rows are \(again?.rows.map(\.json) ?? []) when read again, not \(json)")
        return first.isWhole ? .accepted : .refused
    }

    /// Reads all rows; `nil` for a manifest that has no header.
    private static func read(_ parts: Parts, _ format: ManifestFormat) throws -> (rows: [Row], isWhole: Bool)? {
        let reader = try accepted { try ManifestFile.rows(of: parts, path: "rows", format: format) }
        guard var reader else { return nil }
        var (rows, isWhole) = ([Row](), true)
        for _ in 0...parts.rest.count {
            do {
                guard let row = try reader.next() else { return (rows, isWhole) }
                rows.append(row)
            } catch {
                _ = "\(error)"
                isWhole = false
            }
        }
        throw Violation(description: "the rows never end")
    }
}
