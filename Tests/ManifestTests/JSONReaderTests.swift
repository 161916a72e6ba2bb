import Testing

@testable import Manifest

@Suite("JSON arrays")
struct JSONReaderTests {
    @Test("An array of objects is rows, whatever the size of the chunks")
    func rows() throws {
        let text =
            "\u{feff} [\n{\"id\": 7, \"name\": \"]},\\\"é\", \"tags\": [{\"a\": 1}]},\n\n {\"name\": null, \"id\": \"8\"}\n]\n"
        for size in 1...text.utf8.count {
            let content = Content(text, .json, chunk: size)
            #expect(content.columns == ["id", "name", "tags"])
            #expect(content.rows == [["7", "]},\"é", "[{\"a\": 1}]"], ["8", "", ""]])
            #expect(content.lines == [2, 4])
            #expect(content.numbers == [1, 2])
            #expect(content.mistakes == [])
        }
    }

    @Test(
        "A mistake is reported with its line",
        arguments: [
            (
                "{\"a\": 1}\n{\"a\": 2}",
                "people, line 1: The file is not a JSON array. Write a list of objects, like [{\"id\": 7}, {\"id\": 8}]. "
                    + "Name a file with an object on each line .jsonl."
            ),
            ("\n7", "people, line 2: The file is not a JSON array. "),
            ("", "people, line 1: The file is not a JSON array. "), ("[ ]", "people: The file has no rows. "),
            ("[7]", "people, line 1: There is no object here. "),
            ("[{\"a\": 1", "people, line 1: The object has no closing"),
            ("[{\"a\": 1}\n{\"a\": 2}]", "people, line 2: A comma or the end of the array is missing here. "),
            ("[{\"a\": 1}", "people, line 1: A comma or the end of the array is missing here. "),
            ("[{\"a\": 1},\n{\"a\":\n x}]", "people, line 3: The object has no value."),
            ("[{\"a\": 1}] 3", "people, line 1: There is text behind the end of the array."),
        ])
    func mistakes(text: String, message: String) {
        let content = Content(text, .json)
        #expect(content.mistakes.count == 1)
        #expect(content.mistakes.first?.hasPrefix(message) == true, "\(content.mistakes)")
    }

    @Test("Rows behind a mistake in an object are read")
    func behind() {
        let content = Content("[{\"a\": 1}, {\"a\": 01}, {\"b\": 2}, {\"a\": 3}]", .json)
        #expect(content.rows == [["1"], ["3"]])
        #expect(content.numbers == [1, 4])
        #expect(content.mistakes.count == 2)
    }

    @Test("An object that never ends does not take a large file into memory")
    func endless() throws {
        let source = GeneratedBytes(count: 1_000_000) { $0 == 0 ? "[{\"a\": 1},\n{\"b\": \"" : "abcdefghijklmno\n" }
        var reader = try JSONReader(source, path: "people")
        _ = try reader.next()
        let error = #expect(throws: ManifestError.self) { try reader.next() }
        #expect(error?.description == "people, line 2: The row is longer than 4 MiB, the most that is read.")
        #expect(source.generated < 400_000)
        #expect(try reader.next() == nil)
    }
}
