import Testing

@testable import Manifest

@Suite("Comma-separated values")
struct CSVReaderTests {
    /// Quotes, commas and line breaks in quotes, both line ends, and characters of several bytes.
    private let difficult =
        "\u{feff}id,\"full \"\"name\"\"\",note\r\n1,Ada,\"a,b\"\r\n2,\"Zoë \"\"Z\"\"\",\"two\r\nlines\"\n\n3,\"\",𝄞"

    @Test("Fields may be quoted, with commas, quotes and line breaks inside (RFC 4180)")
    func quotes() {
        let content = Content(difficult)
        #expect(content.columns == ["id", "full \"name\"", "note"])
        #expect(content.rows == [["1", "Ada", "a,b"], ["2", "Zoë \"Z\"", "two\r\nlines"], ["3", "", "𝄞"]])
        #expect(content.lines == [2, 3, 6])
        #expect(content.numbers == [1, 2, 3])
        #expect(content.mistakes == [])
    }

    @Test(
        "The last line may lack its end, and spaces belong to fields",
        arguments: ["a,b\n1, 2 ", "a,b\r\n1, 2 \r\n", "\n\r\na,b\n\n1, 2 \n\n\r\n", "\u{feff}a,b\n1,\" 2 \""])
    func ends(text: String) {
        #expect(Content(text).rows == [["1", " 2 "]])
    }

    @Test("Fields may be empty; in one column, an empty one needs quotes")
    func empty() {
        #expect(Content("a,b,c\n,,\n1,,\n,,3").rows == [["", "", ""], ["1", "", ""], ["", "", "3"]])
        #expect(Content("a\n\n\"\"\n").rows == [[""]])
    }

    @Test(
        "The header or a line before it says what separates fields, as spreadsheets write it",
        arguments: [
            "id;name\n1;a,b\n", "id\tname\n1\ta,b", "id|name\r\n1|a,b\r\n", "sep=;\nid;name\n1;a,b",
            "\u{feff}sep=,\r\nid,name\r\n1,\"a,b\"", "sep=\t\nid\tname\n1\ta,b", "\n\"id\";\"name\"\n1;\"a,b\"",
        ])
    func separators(text: String) {
        for size in [1, 4, 1 << 16] {
            let content = Content(text, chunk: size)
            #expect(content.columns == ["id", "name"])
            #expect(content.rows == [["1", "a,b"]])
            #expect(content.mistakes == [])
        }
    }

    @Test("A separator in quotes or beside commas is part of a name, and a mistake names the separator")
    func noSeparators() {
        #expect(Content("\"a;b\"\n1\n").columns == ["a;b"])
        #expect(Content("a;b,c\n1,2\n").columns == ["a;b", "c"])
        #expect(Content("a,b\tc\n", .tsv).mistakes.first?.contains("no rows") == true)
        #expect(Content("a,b\tc\n1\t2", .tsv).columns == ["a,b", "c"])
        #expect(
            Content("a;b\n1;2;3\n").mistakes == [
                "people, line 2: The row has 3 fields, but the header has 2. Put fields that contain a semicolon in double "
                    + "quotes."
            ])
    }

    @Test("Chunks may end at any byte")
    func chunks() {
        let faulty = difficult + "\n4,5\n6,\"7\"x,8\n\"9\n10\",11,12\n13,1\"4,15\n16,\"17"
        for text in [difficult, faulty] {
            let whole = Content(text)
            for size in 1...text.utf8.count { #expect(Content(text, chunk: size) == whole, "chunks of \(size)") }
        }
    }

    @Test(
        "A mistake is told with its line, and the rows behind it are read",
        arguments: [
            ("1", "The row has 1 field, but the header has 2."),
            ("1,2,3", "The row has 3 fields, but the header has 2. Put fields that contain a comma in double quotes."),
            (
                "1,\"2\"3",
                "There is text behind a closing quote. Write a quote inside a field twice, or put a comma behind the "
                    + "field."
            ),
            (
                "1,2\"3",
                "A quote is in a field without quotes around it. Put the field in double quotes, and write the quote "
                    + "twice."
            ),
            (
                "1,2\r3",
                "A carriage return does not end a line. End lines with LF or CRLF, or put the field in quotes."
            ),
            (
                "\r1,2",
                "A carriage return does not end a line. End lines with LF or CRLF, or put the field in quotes."
            ),
        ])
    func mistakes(line: String, message: String) {
        let content = Content("a,b\nx,\"y\nz\"\n\(line)\n3,4\n")
        #expect(content.mistakes == ["people, line 4: \(message)"])
        #expect(content.rows == [["x", "y\nz"], ["3", "4"]])
        #expect(content.numbers == [1, 3])
        #expect(content.lines == [2, 5])
    }

    @Test("A quote that is never closed is told with the line where it begins")
    func unclosed() {
        let content = Content("a,b\n1,2\n3,\"4\n5,6\n7,8")
        #expect(
            content.mistakes == [
                "people, line 3: The quote that begins a field is never closed. Add a quote behind the field."
            ])
        #expect(content.rows == [["1", "2"]])
    }

    @Test("An unclosed quote does not take the rest of a large file into memory")
    func unclosedInLargeFile() throws {
        let source = GeneratedBytes(count: 1_000_000) { $0 == 0 ? "a,b\n" : $0 == 1 ? "1,\"2\n" : "abcdefghijklm,2\n" }
        var reader = try CSVReader(source, path: "people")
        let error = #expect(throws: ManifestError.self) { try reader.next() }
        #expect(
            error?.description
                == "people, line 2: The quote that begins a field is not closed within 4 MiB. Add a quote behind the "
                + "field.")
        #expect(source.generated < 400_000)
        #expect(try reader.next() == nil)
    }

    @Test("A row that is too long is skipped")
    func long() {
        let content = Content("a,b\n1,\(String(repeating: "x", count: 5 << 20))\n3,4\n")
        #expect(content.mistakes == ["people, line 2: The row is longer than 4 MiB, the most that is read."])
        #expect(content.rows == [["3", "4"]])
    }

    @Test("Bytes that are not UTF-8 are told with their line")
    func encoding() {
        let latin = Array("a,b\n1,\"x\ny\n".utf8) + [0xe9] + Array("\"\n3,4\n".utf8)
        let content = Content(latin)
        #expect(content.mistakes == ["people, line 4: The text is not valid UTF-8. Save the file as UTF-8."])
        #expect(content.rows == [["3", "4"]])
        // UTF-16 with a byte order mark.
        let wide: [UInt8] = [0xff, 0xfe] + "a,b\n1,2\n".utf8.flatMap { [$0, UInt8(0)] }
        #expect(Content(wide).mistakes == ["people, line 1: The text is not valid UTF-8. Save the file as UTF-8."])
        // Half a character at the end of a field, and its other half at the beginning of the next.
        let halves = Array("a,b\n".utf8) + [0xc3, 0x2c, 0xa9, 0x0a]
        #expect(Content(halves).mistakes == ["people, line 2: The text is not valid UTF-8. Save the file as UTF-8."])
    }

    @Test(
        "The header must name each column once",
        arguments: [
            ("id,,x\n1,2,3", "people, line 1: Column 2 has no name. Give each column a name."),
            ("id,x,\n1,2,", "people, line 1: Column 3 has no name. Give each column a name."),
            (
                "\nid,x,id\n1,2,3",
                "people, line 2: The column id is there more than once. Give each column its own name."
            ),
            (
                "id,\"x\n",
                "people, line 1: The quote that begins a field is never closed. Add a quote behind the field."
            ),
            ("", "people: The file is empty. Begin it with a line of column names, like id,name."),
            ("\u{feff}", "people: The file is empty. Begin it with a line of column names, like id,name."),
            ("\r\n\n", "people: The file is empty. Begin it with a line of column names, like id,name."),
            ("id,name\n\n", "people: The file has a header but no rows. Write a line for each recording."),
        ])
    func header(text: String, message: String) {
        let content = Content(text)
        #expect(content.mistakes == [message])
        #expect(content.rows == [])
    }

    @Test("A row has its values by column, and as JSON for the page")
    func row() throws {
        let row = try #require(try rows("id,say\n007,\"a \"\"b\"\" / \u{1}\"\n").first)
        #expect(row["say"] == "a \"b\" / \u{1}")
        #expect(row["nobody"] == nil)
        #expect(row.json == #"{"id":"007","say":"a \"b\" / \u0001"}"#)
    }

    @Test("Many rows are read one after another, without reading ahead")
    func stream() throws {
        let count = 10_000
        let source = GeneratedBytes(count: count + 1) { index in
            index == 0 ? "id,name,quote\n" : "\(index),name of \(index),\"a, \"\"b\"\"\"\n"
        }
        var reader = try CSVReader(source, path: "people")
        var number = 0
        while let row = try reader.next() {
            number += 1
            guard row.number == number, row.line == number + 1, row[0] == "\(number)", row[2] == "a, \"b\""
            else {
                Issue.record("row \(number) is \(row.values)")
                return
            }
            // One chunk is 100 lines, and the reader looks at the first byte of the next line.
            guard source.generated <= number + 201 else {
                Issue.record("\(source.generated) lines are read for row \(number)")
                return
            }
        }
        #expect(number == count)
    }
}
