import Testing

@testable import Manifest

@Suite("Filters of rows")
struct RowFilterTests {
    private let text = "id,region\n1,EU\n2,US\n3,EU\n4,\n5,US\n6,EU\n7,a=b\n"

    /// The ids of the rows that a filter includes, and how many rows are read for that.
    private func ids(
        where conditions: [String] = [], rows range: String? = nil, limit: String? = nil, shard: String? = nil
    ) throws -> (ids: String, read: Int) {
        var reader = try ManifestFile.rows(of: ChunkedBytes(text.utf8, size: 9), path: "people.csv", format: .csv)
        var filter = try RowFilter(
            for: reader.columns, conditions: try conditions.map { try RowCondition($0) },
            range: try range.map { try RowRange($0) }, limit: try limit.map { try RowFilter.limit($0) },
            shard: try shard.map { try Shard($0) })
        var (ids, read) = ("", 0)
        while !filter.isComplete(after: read), let row = try reader.next() {
            read += 1
            if try filter.includes(row) { ids += row[0] }
        }
        return (ids, read)
    }

    @Test(
        "Conditions compare a column's value, which may be empty, and must all hold",
        arguments: [
            ([], "1234567"), (["region=EU"], "136"), (["region!=EU"], "2457"), (["region="], "4"),
            (["region!="], "123567"), (["region!=EU", "region!=US", "id!=7"], "4"), (["id=3", "region=US"], ""),
            (["region=a=b"], "7"), (["region=eu"], ""), (["id==3"], ""),
        ] as [([String], String)])
    func conditions(conditions: [String], ids: String) throws {
        #expect(try self.ids(where: conditions).ids == ids)
    }

    @Test(
        "A range has both its ends, counts from 1, and ends reading",
        arguments: [
            ("2..4", "234", 4), ("6..", "67", 7), ("..2", "12", 2), ("3..3", "3", 3), ("6..900", "67", 7),
            ("8..", "", 7),
            ("1..1", "1", 1), ("007..", "7", 7),
        ])
    func ranges(range: String, ids: String, read: Int) throws {
        #expect(try self.ids(rows: range) == (ids, read))
    }

    @Test("The limit counts the rows that the others include, and ends reading")
    func limit() throws {
        #expect(try ids(limit: "2") == ("12", 2))
        #expect(try ids(where: ["region=EU"], limit: "2") == ("13", 3))
        #expect(try ids(where: ["region=EU"], rows: "2..", limit: "2") == ("36", 6))
        #expect(try ids(where: ["region=EU"], rows: "2..5", limit: "2") == ("3", 5))
        #expect(try ids(limit: "8") == ("1234567", 7))
    }

    @Test("Shards together have each row of a run without shards once", arguments: 1...9)
    func shards(count: Int) throws {
        for (range, limit) in [(nil, nil), ("2..6", nil), (nil, "5"), ("2..", "4")] as [(String?, String?)] {
            let all = try ids(where: ["region!="], rows: range, limit: limit).ids
            let parts = try (1...count).map {
                try ids(where: ["region!="], rows: range, limit: limit, shard: "\($0)/\(count)").ids
            }
            #expect(String(parts.joined().sorted()) == all)
        }
    }

    @Test("A shard has the rows whose numbers have its remainder")
    func shard() throws {
        #expect(try ids(shard: "1/3").ids == "147")
        #expect(try ids(shard: "2/3").ids == "25")
        #expect(try ids(shard: "3/3").ids == "36")
        #expect(try ids(shard: "9/9").ids == "")
    }

    @Test(
        "A mistake in a condition is told in a sentence",
        arguments: [
            ("region", "The condition region has no =. Write column=value or column!=value, like region=EU."),
            (
                "=EU",
                "The condition =EU begins with no column's name. Write column=value or column!=value, like region=EU."
            ),
            (
                "!=EU",
                "The condition !=EU begins with no column's name. Write column=value or column!=value, like region=EU."
            ),
            ("regoin=EU", "The manifest has no column regoin. Did you mean region?"),
            ("x=1", "The manifest has no column x. There are id, region."),
        ])
    func conditionMistakes(text: String, message: String) {
        let error = #expect(throws: OptionError.self) { try ids(where: [text]) }
        #expect(error?.description == message)
    }

    @Test(
        "A mistake in a range is told in a sentence",
        arguments: [
            "", "7", "..", "1...3", "1..2..3", "a..b", "-1..2", "+1..2", "1 .. 2", "1-2", "١..٢",
        ])
    func rangeForm(text: String) {
        let error = #expect(throws: OptionError.self) { try RowRange(text) }
        #expect(
            error?.description
                == "\(text) is not a range of rows. Write first..last, like 100..200, 100.. or ..200; one row is "
                + "100..100.")
    }

    @Test(
        "A range that has no rows is told in a sentence",
        arguments: [
            ("0..5", "Rows are counted from 1. Write 1 for the first row."),
            ("..0", "Rows are counted from 1. Write 1 for the first row."),
            ("200..100", "The last row 100 is before the first row 200. Write 100..200."),
            ("1..99999999999999999999", "The row number 99999999999999999999 is too large."),
        ])
    func emptyRanges(text: String, message: String) {
        let error = #expect(throws: OptionError.self) { try RowRange(text) }
        #expect(error?.description == message)
    }

    @Test("A limit is a whole number from 1", arguments: ["", "0", "-1", "+1", "1.5", "ten", "99999999999999999999"])
    func limitMistakes(text: String) {
        let error = #expect(throws: OptionError.self) { try RowFilter.limit(text) }
        #expect(error?.description == "\(text) is not a number of rows. Write a whole number from 1, like 10.")
    }

    @Test(
        "A mistake in a shard is told in a sentence",
        arguments: [
            ("2", "2 is not a shard. Write its number and the number of shards, like 2/8."),
            ("/", "/ is not a shard. Write its number and the number of shards, like 2/8."),
            ("2/", "2/ is not a shard. Write its number and the number of shards, like 2/8."),
            ("1/2/3", "1/2/3 is not a shard. Write its number and the number of shards, like 2/8."),
            ("a/1/2", "a/1/2 is not a shard. Write its number and the number of shards, like 2/8."),
            ("+1/2", "+1/2 is not a shard. Write its number and the number of shards, like 2/8."),
            ("0/0", "0 shards have no rows. Write at least one, like 1/1."),
            ("0/8", "Shard 0 does not exist. Write a number from 1 to 8."),
            ("9/8", "Shard 9 does not exist. Write a number from 1 to 8."),
        ])
    func shardMistakes(text: String, message: String) {
        let error = #expect(throws: OptionError.self) { try Shard(text) }
        #expect(error?.description == message)
    }
}
