import Files
import Testing

@testable import Manifest

@Suite("Check of a manifest")
struct ManifestCheckTests {
    /// Checks all rows of a source, with an output from a template.
    private func check(
        _ source: any ByteSource, _ format: ManifestFormat = .csv, output: String = "out/{id}.mp4",
        where condition: String? = nil, rows range: String? = nil, limit: Int? = nil
    ) throws -> ManifestCheck {
        let reader = try ManifestFile.rows(of: source, path: "people", format: format)
        let filter = try RowFilter(
            for: reader.columns, conditions: condition.map { [try RowCondition($0)] } ?? [],
            range: try range.map { try RowRange($0) }, limit: limit)
        let template = try RowTemplate(output, for: reader.columns)
        return try ManifestCheck(of: reader, filter: filter) { (row) throws(ManifestError) in
            guard row[0] != "bad" else { throw row.error("The id is bad.") }
            return try template.text(for: row, as: .fileName)
        }
    }

    private func check(_ text: String, _ format: ManifestFormat = .csv, where condition: String? = nil) throws
        -> ManifestCheck
    {
        try check(ChunkedBytes(text.utf8, size: 100), format, where: condition)
    }

    @Test("Mistakes of the file, of rows and of outputs are told in the order of their lines")
    func mistakes() throws {
        let check = try check("id,x\n1,EU\n2\nbad,EU\n1,EU\n\n,EU\n3,\"\n\"\n3,EU\n4,EU\n")
        let advice = "Put a column in the output's name that differs between them."
        #expect(
            check.mistakes.map(\.description) == [
                "people, line 3: The row has 1 field, but the header has 2.", "people, line 4: The id is bad.",
                "people, line 5: The output out/1.mp4 is also the output of the row in line 2. \(advice)",
                "people, line 7: {id}.mp4 in the path becomes .mp4, which is hidden, because it begins with a dot. "
                    + "Change id.",
                "people, line 10: The output out/3.mp4 is also the output of the row in line 8. \(advice)",
            ])
        #expect(check.mistakes.map(\.row) == [2, 3, 4, 5, 7])
        #expect(check.mistakeCount == 5)
        #expect(check.included == 7)
    }

    @Test("Rows that the filter excludes are not checked, but must be readable")
    func excluded() throws {
        let check = try check("id,region\n1,EU\nbad,US\n1,US\n2\n3,EU\n", where: "region=EU")
        #expect(check.included == 2)
        #expect(check.mistakes.map(\.description) == ["people, line 5: The row has 1 field, but the header has 2."])
    }

    @Test("Each format is checked", arguments: ManifestFormat.allCases)
    func formats(format: ManifestFormat) throws {
        let text =
            switch format {
            case .csv, .tsv: "id\n1\n2\n1\n"
            case .json: "[\n{\"id\":1},\n{\"id\":\"2\"},\n{\"id\":\"1\"}]\n"
            case .jsonLines: "\n{\"id\":1}\n{\"id\":\"2\"}\n{\"id\":\"1\"}\n"
            case .yaml: "\n- id: 1\n- id: 2\n- {id: '1'}\n"
            }
        let check = try check(text, format)
        #expect(check.included == 3)
        #expect(check.mistakes.map(\.line) == [4])
        #expect(check.mistakes.first?.message.contains("the row in line 2.") == true)
    }

    @Test("Of many mistakes, all are counted, and the first are kept")
    func many() throws {
        let check = try check(
            GeneratedBytes(count: 100_001) { index in
                switch index {
                case 0: "id,x\n"
                case let index where index.isMultiple(of: 4): "bad,x\n"
                case let index where index.isMultiple(of: 2): "\(index)\n"
                default: "\(index / 4),x\n"
                }
            })
        // Each four rows are two of the same name, one that is bad, and one without x.
        #expect(check.included == 75_000)
        #expect(check.mistakeCount == 25_000 + 25_000 + 25_000)
        #expect(check.mistakes.count == ManifestCheck.keptMistakes)
        #expect(check.mistakes.compactMap(\.line) == check.mistakes.compactMap(\.line).sorted())
        #expect(check.mistakes.prefix(3).map(\.line) == [3, 4, 5])
    }

    @Test("A mistake behind which nothing can be read ends the check")
    func unreadableRest() throws {
        let check = try check("id,x\n1,2\n1,2\n3,\"4\n5,6\n")
        #expect(check.mistakes.map(\.line) == [3, 4])
        #expect(check.mistakeCount == 2)
        #expect(check.included == 2)
    }

    @Test("Rows are not read behind the last one that can be included")
    func end() throws {
        func read(_ rows: String?, _ limit: Int?) throws -> (included: Int, mistakes: Int, isShort: Bool) {
            let source = GeneratedBytes(count: 10_000) {
                $0 == 0 ? "id,x\n" : (50...51).contains($0) ? "faulty\n" : "\($0),x\n"
            }
            let check = try check(source, rows: rows, limit: limit)
            return (check.included, check.mistakeCount, source.generated <= 200)
        }
        #expect(try read("10..49", nil) == (40, 0, true))
        #expect(try read("10..50", nil) == (40, 1, true))
        #expect(try read(nil, 7) == (7, 0, true))
        #expect(try read("9990..", nil) == (10, 2, false))
    }

    @Test("A file that cannot be read is an error of its own")
    func fileError() throws {
        struct Faulty: ByteSource {
            var isFirst = true
            mutating func next() throws(FileError) -> [UInt8] {
                guard isFirst else { throw FileError(.unreadableInput, "The disk is broken.") }
                isFirst = false
                return Array("id\n1\n2\n".utf8)
            }
        }
        let error = #expect(throws: FileError.self) { try check(Faulty()) }
        #expect(error?.message == "The disk is broken.")
    }
}
