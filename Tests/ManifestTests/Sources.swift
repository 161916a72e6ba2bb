import Files

@testable import Manifest

/// Bytes in chunks of a fixed size.
struct ChunkedBytes: ByteSource {
    private var rest: ArraySlice<UInt8>
    private let size: Int

    init(_ bytes: some Sequence<UInt8>, size: Int) {
        rest = Array(bytes)[...]
        self.size = size
    }

    mutating func next() -> [UInt8] {
        defer { rest = rest.dropFirst(size) }
        return Array(rest.prefix(size))
    }
}

/// Generated lines of a file, in chunks that are not kept.
final class GeneratedBytes: ByteSource {
    private let count: Int
    private let line: (Int) -> String
    private let linesInChunk = 100
    private var index = 0
    /// The lines generated so far.
    var generated: Int { index }

    /// - Parameter line: A line by its index, with its line feed.
    init(count: Int, line: @escaping (Int) -> String) {
        self.count = count
        self.line = line
    }

    func next() -> [UInt8] {
        let lines = index..<min(index + linesInChunk, count)
        index = lines.upperBound
        return lines.flatMap { Array(line($0).utf8) }
    }
}

/// What a manifest has: rows, mistakes.
struct Content: Equatable {
    var columns: [String] = []
    var rows: [[String]] = []
    var lines: [Int] = []
    var numbers: [Int] = []
    var mistakes: [String] = []

    /// Reads all of a text in chunks, going on after each mistake.
    init(_ text: String, _ format: ManifestFormat = .csv, chunk: Int = 1 << 16) {
        self.init(Array(text.utf8), format, chunk: chunk)
    }

    /// Reads all bytes in chunks, going on after each mistake.
    init(_ bytes: [UInt8], _ format: ManifestFormat = .csv, chunk: Int = 1 << 16) {
        do {
            var reader = try ManifestFile.rows(
                of: ChunkedBytes(bytes, size: chunk), path: "people", format: format)
            columns = reader.columns.names
            while true {
                do {
                    guard let row = try reader.next() else { return }
                    rows.append(row.values)
                    lines.append(row.line)
                    numbers.append(row.number)
                } catch let mistake as ManifestError {
                    mistakes.append(mistake.description)
                }
            }
        } catch {
            mistakes.append("\(error)")
        }
    }
}

/// The rows of a CSV text, which has no mistakes.
func rows(_ text: String) throws -> [Row] {
    var reader = try ManifestFile.rows(of: ChunkedBytes(text.utf8, size: 1 << 16), path: "people.csv", format: .csv)
    var rows: [Row] = []
    while let row = try reader.next() { rows.append(row) }
    return rows
}
