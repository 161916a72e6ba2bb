import Batch
import Files
import Foundation
import Manifest
import Notation

/// The rows that have failed, as a manifest of their own with the reason of each.
struct FailedRows {
    /// The manifest that was written.
    struct Result {
        /// The number of rows.
        let count: Int
        /// The path of the file, which exists only if a row has failed.
        let path: String
    }

    private let plan: BatchPlan

    /// The name of the column with the reason.
    private static let column = "failure"

    init(of plan: BatchPlan) { self.plan = plan }

    /// Writes the manifest, or removes an old one if no row has failed.
    ///
    /// - Throws: `FileError`.
    func write() throws -> Result {
        let folder = plan.arguments.journalFolder
        let journal = try Journal(in: folder, needsUpload: plan.arguments.selection.upload != nil)
        let isCSV = ManifestFormat(fileName: plan.arguments.manifest) == .csv
        let name =
            (plan.arguments.selection.shard.map { "failed-\($0.name)" } ?? "failed") + (isCSV ? ".csv" : ".jsonl")
        let path = "\(folder)/\(name)"
        var lines = ""
        var count = 0
        try plan.forEach { row, planned in
            guard let failure = journal.failure(of: planned.output) else { return true }
            if count == 0, isCSV { lines += Self.csv(row.columns.names + [Self.column]) }
            lines += isCSV ? Self.csv(row.values + [failure.reason]) : Self.json(row, failure.reason)
            count += 1
            return true
        }
        do {
            if count > 0 {
                try Data(lines.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
            } else if FileManager.default.fileExists(atPath: path) {
                try FileManager.default.removeItem(atPath: path)
            }
        } catch {
            throw FileError(.cannotWriteOutput, "The list of failed rows \(path) cannot be written.", cause: error)
        }
        return Result(count: count, path: path)
    }

    /// Writes a record (RFC 4180).
    private static func csv(_ values: [String]) -> String {
        let fields = values.map { value in
            value.utf8.contains { ",\"\r\n".utf8.contains($0) } ? "\"\(value.escaping(["\"": "\"\""]))\"" : value
        }
        return fields.joined(separator: ",") + "\r\n"
    }

    private static func json(_ row: Row, _ reason: String) -> String {
        String(row.json.dropLast()) + ",\(jsonLine(column)):\(jsonLine(reason))}\n"
    }
}
