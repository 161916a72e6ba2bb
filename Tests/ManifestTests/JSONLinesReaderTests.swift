import Testing

@testable import Manifest

@Suite("JSON Lines")
struct JSONLinesReaderTests {
    private let text = """
        {"id": 7, "name": "Zo\\u00eb \\ud834\\udd1e \\"Z\\"", "big": 12345678901234567890.10, "data": {"a": [1, "x\\n"]}}\r

        { "data" : null , "name":"","id":true}
        {"id":-1.5e+10}
        """

    @Test("Values are kept as they are written, and nested ones as JSON")
    func values() {
        let content = Content(text, .jsonLines)
        #expect(content.mistakes == [])
        #expect(content.columns == ["id", "name", "big", "data"])
        #expect(
            content.rows == [
                ["7", "Zoë 𝄞 \"Z\"", "12345678901234567890.10", "{\"a\": [1, \"x\\n\"]}"], ["true", "", "", ""],
                ["-1.5e+10", "", "", ""],
            ])
        #expect(content.lines == [1, 3, 4])
        #expect(content.numbers == [1, 2, 3])
    }

    @Test("The page gets values with their types")
    func json() throws {
        var reader = try JSONLinesReader(ChunkedBytes(text.utf8, size: 64), path: "people")
        _ = try reader.next()
        #expect(try reader.next()?.json == #"{"id":true,"name":"","big":null,"data":null}"#)
    }

    @Test("Chunks may end at any byte")
    func chunks() {
        let whole = Content("\u{feff}" + text + "\n{]\n{}", .jsonLines)
        #expect(whole.rows.count == 4)
        for size in 1...text.utf8.count {
            #expect(Content("\u{feff}" + text + "\n{]\n{}", .jsonLines, chunk: size) == whole, "chunks of \(size)")
        }
    }

    @Test(
        "A mistake is told with its line, and the rows behind it are read",
        arguments: [
            ("[1]", "The line is not a JSON object: no opening brace at byte 1."),
            (" 7", "The line is not a JSON object: no opening brace at byte 2."),
            (#"{"id" 7}"#, "The line is not a JSON object: no colon at byte 7."),
            (#"{"id": 7"#, "The line is not a JSON object: no comma or closing brace at byte 9."),
            (#"{"id": [7}"#, "The line is not a JSON object: no comma or closing bracket at byte 10."),
            (#"{"id": 7,}"#, "The line is not a JSON object: no opening quote at byte 10."),
            (#"{"id": }"#, "The line is not a JSON object: no value at byte 8."),
            (#"{"id": nul}"#, "The line is not a JSON object: no value at byte 8."),
            (#"{"id": 07}"#, "The line is not a JSON object: no comma or closing brace at byte 9."),
            (#"{"id": 7.}"#, "The line is not a JSON object: no digit at byte 10."),
            (#"{"id": "7}"#, "The line is not a JSON object: no closing quote at byte 11."),
            (#"{"id": "\x"}"#, "The line is not a JSON object: an invalid escape at byte 10."),
            (#"{"id": "\u+123"}"#, "The line is not a JSON object: an invalid escape at byte 11."),
            (#"{"id": "\ud834"}"#, "The line is not a JSON object: half a character at byte 11."),
            ("{\"id\": \"\t\"}", "The line is not a JSON object: a control character in a string at byte 9."),
            (#"{"id": 7} {}"#, "The line is not a JSON object: more text behind the value at byte 11."),
            (#"{"id": 7, "id": 8}"#, "id is there more than once. Write each name once."),
            (
                #"{"nmae": 7}"#,
                "The first row has no column nmae. Did you mean name? Write the names of all columns in the first row, "
                    + "with null for no value."
            ),
        ])
    func mistakes(line: String, message: String) {
        let content = Content("{\"id\":1,\"name\":2}\n\n\(line)\n{\"id\":3}", .jsonLines)
        #expect(content.mistakes == ["people, line 3: \(message)"])
        #expect(content.rows == [["1", "2"], ["3", ""]])
        #expect(content.numbers == [1, 3])
    }

    @Test("Deep and long rows are refused, not followed")
    func limits() {
        let deep = "{\"id\":" + String(repeating: "[", count: 100_000)
        let long = "{\"id\":\"" + String(repeating: "x", count: 5 << 20) + "\"}"
        let content = Content("{\"id\":1}\n\(deep)\n\(long)\n{\"id\":4}", .jsonLines)
        #expect(
            content.mistakes == [
                "people, line 2: The line is not a JSON object: more than 100 arrays in each other at byte 107.",
                "people, line 3: The row is longer than 4 MiB, the most that is read.",
            ])
        #expect(content.rows == [["1"], ["4"]])
    }

    @Test("Bytes that are not UTF-8 are told with their line")
    func encoding() {
        let content = Content(Array("{\"id\":1}\n{\"id\":\"".utf8) + [0xe9] + Array("\"}\n".utf8), .jsonLines)
        #expect(content.mistakes == ["people, line 2: The text is not valid UTF-8. Save the file as UTF-8."])
    }

    @Test(
        "A file has at least one row, whose values have names",
        arguments: [
            ("", "people: The file has no rows. Write a JSON object on each line, like {\"id\": 7}."),
            (" \n\r\n", "people: The file has no rows. Write a JSON object on each line, like {\"id\": 7}."),
            (
                "{}",
                "people, line 1: The first row has no values. Write the names of all columns in it, with null for no "
                    + "value."
            ),
            ("{\"\":1}", "people, line 1: Column 1 has no name. Give each column a name."),
            (
                "{\"a\":1,\"a\":2}",
                "people, line 1: The column a is there more than once. Give each column its own name."
            ),
        ])
    func first(text: String, message: String) {
        #expect(Content(text, .jsonLines).mistakes == [message])
    }

    @Test("Many rows are read one after another, without reading ahead")
    func stream() throws {
        let source = GeneratedBytes(count: 10_000) { "{\"id\":\($0),\"name\":\"name of \($0)\"}\n" }
        var reader = try JSONLinesReader(source, path: "people")
        var count = 0
        while let row = try reader.next() {
            guard row[0] == "\(count)", source.generated <= count + 201 else {
                Issue.record("row \(count): \(row.values), \(source.generated) lines are read")
                return
            }
            count += 1
        }
        #expect(count == 10_000)
    }
}
