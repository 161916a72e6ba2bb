import Files
import Foundation
import TestSupport
import Testing

@testable import Manifest

@Suite("Manifest file")
struct ManifestFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(
        "The format follows from the name",
        arguments: [
            ("a.csv", ManifestFormat.csv), ("x/A.CSV", .csv), ("a.jsonl", .jsonLines), ("a.ndjson", .jsonLines),
            ("a.yaml", .yaml), ("a.b.yml", .yaml), ("a.txt", nil), ("csv", nil), ("a.csv/b", nil),
            ("a.tsv", .tsv), ("a.tab", .tsv), ("a.json", .json),
        ] as [(String, ManifestFormat?)])
    func format(name: String, format: ManifestFormat?) {
        #expect(ManifestFormat(fileName: name) == format)
    }

    @Test("The same file is read in every pass, also after it lost its name")
    func passes() throws {
        // More than one chunk.
        let lines = (1...30_000).map { "\($0),name\($0)\n" }
        let path = try folder.write("people.txt", "id,name\n" + lines.joined())
        let manifest = try ManifestFile(path, format: .csv)
        try FileManager.default.removeItem(atPath: path)
        let expected = (1...30_000).map { "\($0)" }
        for _ in 1...2 {
            var reader = try manifest.rows()
            var ids: [String] = []
            while let row = try reader.next() { ids.append(row[0]) }
            #expect(ids == expected)
        }
    }

    @Test("A file that cannot be read is told with the reason")
    func unreadable() throws {
        func message(_ path: String) throws -> String {
            let error = try #require(throws: FileError.self) { try ManifestFile(path) }
            #expect(error.code == .unreadableInput)
            return error.message
        }
        let (none, unknown) = (folder.path("none.csv"), try folder.write("people.txt", "id\n1\n"))
        #expect(
            try message("-")
                == "The manifest cannot be read from standard input, because it is read more than once. Pass a file.")
        #expect(try message(none) == "The manifest \(none) cannot be read: No such file or directory.")
        #expect(
            try message(folder.path)
                == "The manifest \(folder.path) is a folder, a pipe or a device. Pass a file, which can be read again.")
        #expect(
            try message(unknown)
                == "The manifest \(unknown) has no known file type. Give it a name that ends in .csv, .tsv, .tab, .json, .jsonl, "
                + ".ndjson, .yaml or .yml.")
        let sheet = try folder.write("people.XLSX", "PK")
        #expect(
            try message(sheet)
                == "The manifest \(sheet) is a spreadsheet. Save it as CSV, with the extension .csv.")
    }

    @Test("A file without rows is an error when its rows are asked for")
    func empty() throws {
        let path = try folder.write("people.csv", "")
        let error = try #require(throws: ManifestError.self) { try ManifestFile(path).rows() }
        #expect(
            error.description
                == "\(path): The file is empty. Begin it with a line of column names, like id,name.")
    }
}
